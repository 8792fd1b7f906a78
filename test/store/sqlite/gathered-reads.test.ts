import { expect } from "chai";
import { ChainError } from "../../../src/codec/chain-error.js";
import { GatheredReads } from "../../../src/store/sqlite/gathered-reads.js";
import { expectRejection } from "../../support/expect-rejection.js";

const ROWS: ReadonlyMap<string, number> = new Map([
  ["a", 1],
  ["b", 2],
  ["c", 3],
]);

/** Reads of three rows, and the keys that each query asks for. */
function scriptedReads(failure?: ChainError): { reads: GatheredReads<string, number>; asked: string[][] } {
  const asked: string[][] = [];
  const reads = new GatheredReads<string, number>(async (keys) => {
    asked.push([...keys]);
    if (failure !== undefined && asked.length === 1) throw failure;
    return new Map([...ROWS].filter(([key]) => keys.includes(key)));
  });
  return { reads, asked };
}

describe("concurrent reads by key", () => {
  it("are answered by one query, and each gets only its own rows", async () => {
    const { reads, asked } = scriptedReads();
    const answers = await Promise.all([
      reads.read(["a", "absent"]),
      reads.readOne("b"),
      reads.read(["a", "c"]),
    ]);
    expect(asked).to.deep.equal([["a", "absent", "b", "c"]]);
    const two = new Map([
      ["a", 1],
      ["c", 3],
    ]);
    expect(answers).to.deep.equal([new Map([["a", 1]]), 2, two]);
    expect(await reads.readOne("absent")).to.equal(null);
  });

  it("requested during a query are answered by the next one", async () => {
    const { reads, asked } = scriptedReads();
    const first = reads.readOne("a");
    // The query begins in this turn of the loop; its answer comes in a later one.
    await Promise.resolve();
    expect(asked).to.deep.equal([["a"]]);
    expect(await Promise.all([first, reads.readOne("a"), reads.readOne("b")])).to.deep.equal([1, 1, 2]);
    expect(asked).to.deep.equal([["a"], ["a", "b"]]);
  });

  it("are answered by several queries when they are many", async () => {
    const { reads, asked } = scriptedReads();
    const keys = Array.from({ length: 40 }, (_, index) => `key ${index}`);
    await Promise.all(keys.map((key) => reads.readOne(key)));
    expect(asked).to.deep.equal([keys.slice(0, 16), keys.slice(16, 32), keys.slice(32)]);
  });

  it("receive the failure of their query, and the next query is not affected", async () => {
    const { reads } = scriptedReads(new ChainError("DATABASE_IOERR", "The disk failed. ", { kind: "local" }));
    const both = [reads.readOne("a"), reads.readOne("b")];
    for (const read of both) await expectRejection(read, "DATABASE_IOERR", "local");
    expect(await reads.readOne("c")).to.equal(3);
  });
});
