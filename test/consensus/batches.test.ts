import { expect } from "chai";
import { AT_ONCE, Batches } from "../../src/consensus/batches.js";

describe("Batches", () => {
  it("group the items of one turn, and those that arrive while a batch is in work", async () => {
    const seen: string[][] = [];
    const batches = new Batches<string>(async (batch) => {
      seen.push([...batch]);
      if (batch.includes("a")) for (const item of ["c", "d"]) batches.add(item);
      await Promise.resolve();
    });
    batches.add("a");
    await Promise.resolve();
    batches.add("b");
    await batches.settled();
    expect(seen).to.deep.equal([
      ["a", "b"],
      ["c", "d"],
    ]);
  });

  it("take what one piece of work adds in the same turn of the event loop", async () => {
    const seen: string[][] = [];
    const batches = new Batches<string>(async (batch) => void seen.push([...batch]), AT_ONCE);
    for (const item of ["a", "b"]) batches.add(item);
    let hasTurned = false;
    setImmediate(() => (hasTurned = true));
    await batches.settled();
    expect(hasTurned).to.equal(false);
    expect(seen).to.deep.equal([["a", "b"]]);
  });

  it("start again when idle", async () => {
    let count = 0;
    const batches = new Batches<number>(async (batch) => {
      count += batch.length;
    });
    await batches.settled();
    batches.add(1);
    await batches.settled();
    batches.add(2);
    await batches.settled();
    expect(count).to.equal(2);
  });
});
