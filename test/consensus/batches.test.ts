import { expect } from "chai";
import { Batches } from "../../src/consensus/batches.js";

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
