import { expect } from "chai";
import { setImmediate } from "node:timers/promises";
import { untilDone } from "./until-done.js";

describe("untilDone", () => {
  const step = (): Promise<void> => setImmediate();

  it("answers what the work answers, and throws what it throws", async () => {
    expect(await untilDone(setImmediate(7), step)).to.equal(7);
    const failing = setImmediate().then(() => {
      throw new RangeError("the work's own");
    });
    expect(await untilDone(failing, step).catch(String)).to.equal("RangeError: the work's own");
  });

  it("ends when nobody does the work, with what went wrong", async () => {
    const never = new Promise<never>(() => undefined);
    const ended = untilDone(
      never,
      () => Promise.resolve(),
      () => "The round failed.",
    );
    expect(await ended.catch(String)).to.match(/does not come\. The round failed\.$/);
  });
});
