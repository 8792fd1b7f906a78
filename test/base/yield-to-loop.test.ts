import { setImmediate } from "node:timers/promises";
import { expect } from "chai";
import { forEachSliced } from "../../src/base/yield-to-loop.js";

/** Longer than any slice. */
const LONG_MS = 20;

describe("Work in slices", () => {
  it("lets the event loop turn between long steps, and keeps their order", async () => {
    const events: string[] = [];
    const others = (async () => {
      for (let turn = 0; turn < 3; turn += 1) {
        await setImmediate();
        events.push("another");
      }
    })();
    await forEachSliced(["first", "second", "third"], (step) => {
      events.push(step);
      const end = performance.now() + LONG_MS;
      while (performance.now() < end);
    });
    await others;
    expect(events.filter((event) => event !== "another")).to.deep.equal(["first", "second", "third"]);
    expect(events.indexOf("another")).to.be.below(events.indexOf("second"));
    expect(events.indexOf("another", events.indexOf("second"))).to.be.below(events.indexOf("third"));
  });
});
