import { expect } from "chai";
import { findHashParts } from "../../src/explorer/data/hash-parts.js";
import { shortened } from "../../src/explorer/format/numbers.js";
import { useDevNode } from "../support/dev-node.js";

describe("the search of the explorer for parts of hashes", () => {
  const test = useDevNode();

  it("finds every block and transaction as the page shortens it, and by its beginning", async () => {
    const blocks = await test().client.listBlock({ count: 100 });
    const hashes = [
      ...blocks.map(({ blockhash }) => blockhash),
      ...(await test().client.listTransaction({ count: 100 })).keys(),
    ];
    expect(hashes.length).to.be.greaterThan(10);
    expect(new Set(hashes.map(shortened)).size).to.equal(new Set(hashes).size);
    for (const hash of hashes)
      for (const part of [hash, shortened(hash), hash.slice(0, 20)]) {
        const found = await findHashParts(test().client, part);
        expect(
          found.map((place) => place.hash),
          part,
        ).to.include(hash);
      }
    const kinds = await findHashParts(test().client, shortened(blocks[1]?.blockhash ?? ""));
    expect(kinds).to.deep.include({ kind: "block", hash: blocks[1]?.blockhash });
  });

  it("finds nothing for other texts", async () => {
    for (const text of ["", "0", "…", "zz", "Send", "12", "0".repeat(78), "ffff…0", "0660zz", "<b>"])
      expect(await findHashParts(test().client, text), text).to.deep.equal([]);
  });
});
