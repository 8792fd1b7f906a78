import { expect } from "chai";
import type { Client } from "../../../src/client/index.js";
import { canonicalJson } from "../../../src/codec/canonical-json.js";
import { padStateKey } from "../../../src/codec/state-key.js";
import { createEngineClient } from "../../../src/node/engine-client.js";
import { at } from "../../../src/replay/at.js";
import { startDevNode, type TestNode } from "../../support/dev-node.js";
import { expectRejection } from "../../support/expect-rejection.js";

describe("the cells of an attribute", () => {
  let test: TestNode;
  let client: Client;

  before(async () => {
    test = await startDevNode();
    client = createEngineClient(test.node, "node");
  });
  after(() => test.run(test.node.stop()));

  it("are those of the state after each block, in the order of their keys", async () => {
    const { store, network, tip } = test.node.ledger;
    let most = 0;
    for (let height = 0; height <= tip.height; height += 1)
      for (const [kind, prefix] of [
        ["universal", network.prefixes.balance],
        ["local", network.prefixes.contract],
      ] as const) {
        const listed = await client.listCells(kind, prefix, { height });
        const expected = await (await at(store, height)).listState(kind, prefix);
        expect(listed.height).to.equal(height);
        expect(listed.next).to.equal(null);
        expect(listed.cells.map(({ key, value }) => canonicalJson([padStateKey(key), value]))).to.deep.equal(
          expected.map(({ key, value }) => canonicalJson([padStateKey(key), value])),
        );
        most = Math.max(most, listed.cells.length);
        for (const cell of listed.cells) {
          const { values } = await client.history(kind, cell.key, height + 1);
          expect(values[0]).to.deep.equal({ height: cell.height, value: cell.value });
        }
      }
    expect(most).to.be.greaterThan(9);
  });

  it("are listed from a beginning of the key on, and after a key", async () => {
    const prefix = test.node.ledger.network.prefixes.balance;
    const { cells } = await client.listCells("universal", prefix);
    for (const [index, { key }] of cells.entries()) {
      expect((await client.listCells("universal", key)).cells.map((cell) => cell.key)).to.deep.equal([key]);
      const rest = await client.listCells("universal", prefix, { after: key });
      expect(rest.cells).to.deep.equal(cells.slice(index + 1));
    }
    expect((await client.listCells("local", prefix)).cells).to.deep.equal([]);
  });

  it("are refused by an invalid beginning, and above the last block", async () => {
    const prefix = test.node.ledger.network.prefixes.balance;
    for (const [given, options] of [
      [prefix.slice(1), {}],
      [`${prefix.slice(1)}g`, {}],
      [prefix.toUpperCase(), {}],
      [prefix, { after: "x'" }],
    ] as const)
      await expectRejection(client.listCells("universal", given, options), "STATE_PREFIX", "usage");
    await expectRejection(
      client.listCells("universal", prefix, { height: 1_000_000 }),
      "HEIGHT_UNKNOWN",
      "not-found",
    );
  });
});
