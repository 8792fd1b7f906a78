import { expect } from "chai";
import { setImmediate } from "node:timers/promises";
import { untilDone } from "./until-done.js";

describe("untilDone", () => {
  const time = { settled: () => Promise.resolve(), pass: () => setImmediate() };

  it("returns the result of the work, and throws its error", async () => {
    expect(await untilDone(setImmediate(7), time)).to.equal(7);
    const failing = setImmediate().then(() => {
      throw new RangeError("the work's own");
    });
    expect(await untilDone(failing, time).catch(String)).to.equal("RangeError: the work's own");
  });

  it("lets no virtual time pass when the work needs none", async () => {
    const work = (async () => {
      for (let turn = 0; turn < 100; turn += 1) await setImmediate();
    })();
    let steps = 0;
    const pass = async (): Promise<void> => void (steps += 1);
    await untilDone(work, { settled: () => work, pass });
    expect(steps).to.equal(0);
  });

  it("fails with the reason when the work is never done", async () => {
    const never = new Promise<never>(() => undefined);
    const ended = untilDone(never, { ...time, fault: () => "The round failed." });
    expect(await ended.catch(String)).to.match(/after 20000 steps\. The round failed\.$/);
  });
});
