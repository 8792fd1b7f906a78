import { expect } from "chai";
import { RepeatedFault } from "../../src/base/repeated-fault.js";
import { VirtualClock } from "../../src/base/clock/virtual-clock.js";

describe("A fault that repeats", () => {
  it("is told once a minute, and at once when it is another one", async () => {
    const clock = new VirtualClock(0);
    const faults = new RepeatedFault(clock);
    expect(faults.isTold("The disk is full.")).to.equal(false);
    expect(faults.isTold("The disk is full.")).to.equal(true);
    expect(faults.isTold("The disk is gone.")).to.equal(false);
    await clock.advance(59_999_999);
    expect(faults.isTold("The disk is gone.")).to.equal(true);
    await clock.advance(1);
    expect(faults.isTold("The disk is gone.")).to.equal(false);
  });
});
