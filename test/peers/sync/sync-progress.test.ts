import { expect } from "chai";
import { ProgressMeter } from "../../../src/peers/sync/sync-progress.js";

describe("The progress of a node that catches up", () => {
  const meterAt = (height: number): ProgressMeter => {
    const meter = new ProgressMeter(100, 1100, 5_000_000);
    meter.reach(height);
    return meter;
  };

  it("is height, target, speed and time left", () => {
    expect(meterAt(300).at(7_000_000)).to.deep.equal({
      height: 300,
      target: 1100,
      blocksPerSecond: 100,
      secondsLeft: 8,
    });
  });

  it("has no time left before the first block and at the target", () => {
    expect(meterAt(100).at(6_000_000)).to.include({ blocksPerSecond: 0, secondsLeft: 0 });
    expect(meterAt(1200).at(6_000_000)).to.include({ secondsLeft: 0 });
  });
});
