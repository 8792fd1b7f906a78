import { expect } from "chai";
import { readFile } from "node:fs/promises";
import { drawGrowth } from "../bench/growth-picture.js";
import { GROWTH_PICTURE, readResults } from "../bench/results.js";

describe("The plot of docs/performance.md", () => {
  it("shows the figures of bench-results.json", async () => {
    const { growth = [] } = await readResults();
    expect(growth).to.have.length.above(0);
    expect(await readFile(GROWTH_PICTURE, "utf8")).to.equal(drawGrowth(growth));
  });
});
