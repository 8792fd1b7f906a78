import { expect } from "chai";
import type { Found } from "../../../src/client/index.js";
import { namedDevAccounts } from "../../../src/data/dev-network.js";
import { useDevNode } from "../../support/dev-node.js";
import { expectRejection } from "../../support/expect-rejection.js";
import { createSeededRandom, seeded } from "../../support/seeded-random.js";

const [ALICE = ""] = namedDevAccounts().map(({ address }) => address);

describe("the search of a chain", () => {
  const test = useDevNode();

  before(async () => {
    test().node.mining.start();
    await test().pass(6_000_000);
    await test().run(test().node.mining.stop());
  });

  const ids = ({ hits }: Found): readonly string[] => hits.map(({ kind, id }) => `${kind} ${id}`);

  it("finds every block and transaction by its hash, by its beginning, and by both ends", async () => {
    const { ledger } = test().node;
    const main = await ledger.store.mainBlockSummaries(1, ledger.tip.height);
    const resource = await ledger.store.resourceBlockSummaries(1, 9);
    const transactions = await test().client.listTransaction({ count: 100 });
    expect([main.length, resource.length, transactions.size].every((count) => count > 1)).to.equal(true);
    for (const [kind, hashes] of [
      ["block", main.map(({ blockhash }) => blockhash)],
      ["resourceBlock", resource.map(({ blockhash }) => blockhash)],
      ["transaction", [...transactions.keys()]],
    ] as const)
      for (const hash of hashes)
        for (const text of [
          hash,
          ` ${hash}\n`,
          hash.toUpperCase(),
          hash.slice(0, 20),
          `${hash.slice(0, 9)}…${hash.slice(-8)}`,
        ])
          expect(ids(await test().client.search(text)), text).to.include(`${kind} ${hash}`);
    const [first] = main;
    expect(ids(await test().client.search(first?.blockhash ?? ""))).to.deep.equal([
      `block ${first?.blockhash}`,
    ]);
  });

  it("finds the blocks of both chains by height, and names the height of a hash", async () => {
    const { hits } = await test().client.search("2");
    const [main, resource] = await Promise.all([
      test().client.getBlockSummary(2),
      test().client.getResourceBlockSummary(2),
    ]);
    expect(hits.map(({ kind, id, height }) => [kind, id, height])).to.deep.equal([
      ["block", main?.blockhash, 2],
      ["resourceBlock", resource?.blockhash, 2],
    ]);
    for (const none of ["0", "999999999999999", "0002000"])
      expect((await test().client.search(none)).hits, none).to.deep.equal([]);
  });

  it("finds every beginning of four characters or more, also one of digits, beside a block of that height", async () => {
    const { ledger } = test().node;
    const digits = (text: string): string => /^[0-9]*/.exec(text)?.[0] ?? "";
    const begun = async (kind: string, id: string): Promise<boolean> => {
      const all = Array.from({ length: digits(id).length - 3 }, (_, index) => id.slice(0, index + 4));
      for (const text of all) {
        const { hits, is_more } = await test().client.search(text);
        const found = hits.filter(
          (hit) => hit.kind === kind && hit.id.replace(/^\w+\./, "").startsWith(text),
        );
        expect(found.length > 0 || is_more, `${kind} ${text}`).to.equal(true);
      }
      return all.length > 0;
    };
    const { blockhash = "" } = (await test().client.getBlockSummary(1)) ?? {};
    expect(await begun("block", blockhash)).to.equal(true);
    const kept = [...(await test().client.listTransaction({ count: 1 })).keys()];
    expect(await begun("transaction", kept[0] ?? "")).to.equal(true);
    const addresses = namedDevAccounts().map(({ address }) => address);
    const numeric = addresses.find((address) => digits(address).length >= 4);
    if (numeric !== undefined) await begun("address", numeric);
    const key = ledger.network.prefixes.balance + ALICE;
    expect(ids(await test().client.search(`universal.${key.slice(0, 4)}`))[0]).to.match(
      new RegExp(`^cell universal\\.${key.slice(0, 4)}`),
    );
  });

  it("finds addresses by their beginning, and one that the chain does not name", async () => {
    const { address: unused } = (await import("../../../src/data/directory/identity.js")).createKeyPair();
    expect(ids(await test().client.search(unused))).to.deep.equal([`address ${unused}`]);
    for (const text of [ALICE, ALICE.slice(0, 8), `${ALICE.slice(0, 4)}…${ALICE.slice(-4)}`])
      expect(ids(await test().client.search(text)), text).to.include(`address ${ALICE}`);
    expect(ids(await test().client.search(`${ALICE.slice(0, 43)}x`))).to.deep.equal([]);
  });

  it("finds codes by name, part of it, id, cid, writer and attribute, the closest name first", async () => {
    const { codes } = test().node.ledger.registry;
    const send = codes.find(({ method }) => method.name === "Send")?.method;
    const { hits } = await test().client.search("send");
    expect(hits[0]).to.deep.include({
      kind: "contract",
      name: "Send",
      space: send?.space,
      writer: send?.writer,
    });
    const id = hits[0]?.id ?? "";
    expect((await test().client.getCode(id))?.length).to.be.greaterThan(0);
    for (const text of ["Send", "SEN", "end", id, id.slice(0, 6)])
      expect(ids(await test().client.search(text)), text).to.include(`contract ${id}`);
    expect(ids(await test().client.search("balance"))).to.include(`contract ${id}`);
    expect((await test().client.search("GetBalance")).hits.map(({ kind }) => kind)).to.include("request");
  });

  it("finds a cell by its state key, with and without its state", async () => {
    const key = test().node.ledger.network.prefixes.balance + ALICE;
    for (const text of [key, `universal.${key}`, key.slice(0, 70)])
      expect(ids(await test().client.search(text)), text).to.include(`cell universal.${key}`);
    expect(ids(await test().client.search(`local.${key}`))).to.deep.equal([]);
  });

  it("says that there are more than it shows", async () => {
    const hash = (await test().client.getBlockSummary())?.blockhash ?? "";
    const found = await test().client.search(hash.slice(0, 8));
    expect(found.is_more).to.equal(true);
    const counts = ["block", "transaction"].map(
      (kind) => found.hits.filter((hit) => hit.kind === kind).length,
    );
    expect(Math.max(...counts)).to.equal(10);
  });

  it("has no hits for a text without a meaning, and refuses one of more than 256 bytes", async () => {
    for (const text of [
      "%",
      "_",
      "' OR 1=1",
      "…",
      "\u202e",
      "\u0000",
      "🦀".repeat(60),
      "..",
      "universal.",
      "",
      " ",
      "*",
      '"',
    ])
      expect((await test().client.search(text)).hits, JSON.stringify(text)).to.deep.equal([]);
    await expectRejection(test().client.search("a".repeat(257)), "PARAMETER", "refused");
  });

  it(seeded("answers any text with a bounded number of hits"), async () => {
    const random = createSeededRandom();
    const hash = (await test().client.getBlockSummary())?.blockhash ?? "";
    const pieces = [hash, ALICE, "universal.", "…", "Send", "\u0000", "\u{10ffff}", "0", "%", " "];
    for (let round = 0; round < 300; round += 1) {
      const text = Array.from({ length: 1 + Math.floor(random() * 3) }, () => {
        const piece = Array.from(pieces[Math.floor(random() * pieces.length)] ?? "");
        return piece.slice(0, 1 + Math.floor(random() * piece.length)).join("");
      }).join("");
      if (text.trim() === "") continue;
      const { hits } = await test().client.search(text);
      expect(hits.length, JSON.stringify(text)).to.be.at.most(70);
    }
  });
});
