import { expect } from "chai";
import { canonicalJson } from "../../../src/codec/canonical-json.js";
import { padStateKey } from "../../../src/codec/state-key.js";
import { at } from "../../../src/replay/at.js";
import { useDevNode } from "../../support/dev-node.js";
import { expectRejection } from "../../support/expect-rejection.js";

describe("the cells of an attribute", () => {
  const test = useDevNode();

  it("are those of the state after each block, in the order of their keys", async () => {
    const { store, network, tip } = test().node.ledger;
    let most = 0;
    for (let height = 0; height <= tip.height; height += 1)
      for (const [kind, prefix] of [
        ["universal", network.prefixes.balance],
        ["local", network.prefixes.contract],
      ] as const) {
        const listed = await test().client.listCells(kind, prefix, { height });
        const expected = await (await at(store, height)).listState(kind, prefix);
        expect(listed.height).to.equal(height);
        expect(listed.next).to.equal(null);
        expect(listed.cells.map(({ key, value }) => canonicalJson([padStateKey(key), value]))).to.deep.equal(
          expected.map(({ key, value }) => canonicalJson([padStateKey(key), value])),
        );
        most = Math.max(most, listed.cells.length);
        for (const cell of listed.cells) {
          const { values } = await test().client.history(kind, cell.key, height + 1);
          expect(values[0]).to.deep.equal({ height: cell.height, value: cell.value });
        }
      }
    expect(most).to.be.greaterThan(9);
  });

  it("are listed by a longer prefix, and after a key", async () => {
    const prefix = test().node.ledger.network.prefixes.balance;
    const { cells } = await test().client.listCells("universal", prefix);
    for (const [index, { key }] of cells.entries()) {
      expect((await test().client.listCells("universal", key)).cells.map((cell) => cell.key)).to.deep.equal([
        key,
      ]);
      const rest = await test().client.listCells("universal", prefix, { after: key });
      expect(rest.cells).to.deep.equal(cells.slice(index + 1));
    }
    expect((await test().client.listCells("local", prefix)).cells).to.deep.equal([]);
  });

  it("are refused for an invalid prefix, and above the last block", async () => {
    const prefix = test().node.ledger.network.prefixes.balance;
    for (const [given, options] of [
      [prefix.slice(1), {}],
      [`${prefix.slice(1)}g`, {}],
      [prefix.toUpperCase(), {}],
      [prefix, { after: "x'" }],
    ] as const)
      await expectRejection(test().client.listCells("universal", given, options), "STATE_PREFIX", "usage");
    await expectRejection(
      test().client.listCells("universal", prefix, { height: 1_000_000 }),
      "HEIGHT_UNKNOWN",
      "not-found",
    );
  });
});
