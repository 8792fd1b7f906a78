import { expect } from "chai";
import { HEAVY_ROW, writeInBatches } from "../../../src/store/sqlite/write-rows.js";

async function batchesOf(count: number, weight: number): Promise<readonly (readonly [number, number])[]> {
  const batches: (readonly [number, number])[] = [];
  const rows = Array.from({ length: count }, (_, index) => index);
  await writeInBatches(
    rows,
    async (batch, start) => {
      expect(batch).to.deep.equal(rows.slice(start, start + batch.length));
      batches.push([start, batch.length]);
    },
    () => weight,
  );
  return batches;
}

describe("Rows in batches", () => {
  it("have a limited number of rows for each statement", async () => {
    expect(await batchesOf(0, 0)).to.deep.equal([]);
    expect(await batchesOf(1_025, 0)).to.deep.equal([
      [0, 512],
      [512, 512],
      [1_024, 1],
    ]);
  });

  it("are smaller when rows are long, with at least one row", async () => {
    expect(await batchesOf(5, HEAVY_ROW / 2)).to.deep.equal([
      [0, 2],
      [2, 2],
      [4, 1],
    ]);
    expect(await batchesOf(2, 10 * HEAVY_ROW)).to.deep.equal([
      [0, 1],
      [1, 1],
    ]);
  });
});
