import { expect } from "chai";
import { ProgressMeter } from "../../src/peers/sync-progress.js";

describe("the progress of a node that catches up", () => {
  const meter = new ProgressMeter(100, 1100, 5_000_000);

  it("is height, target, speed and time left", () => {
    expect(meter.at(300, 7_000_000)).to.deep.equal({
      height: 300,
      target: 1100,
      blocksPerSecond: 100,
      secondsLeft: 8,
    });
  });

  it("has no time left to tell before the first block, and none at the target", () => {
    expect(meter.at(100, 6_000_000)).to.include({ blocksPerSecond: 0, secondsLeft: 0 });
    expect(meter.at(1200, 6_000_000)).to.include({ secondsLeft: 0 });
  });
});
