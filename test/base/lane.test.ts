import { expect } from "chai";
import { createLane, settled } from "../../src/base/lane.js";
import { expectRejection } from "../support/expect-rejection.js";
import { ChainError } from "../../src/codec/chain-error.js";

describe("A lane", () => {
  it("runs one task at a time, in order of arrival", async () => {
    const lane = createLane();
    const events: string[] = [];
    const task = (name: string, turns: number) => async (): Promise<string> => {
      events.push(`${name} begins`);
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      events.push(`${name} ends`);
      return name;
    };
    const results = await Promise.all([lane(task("slow", 9)), lane(task("fast", 0))]);
    expect(results).to.deep.equal(["slow", "fast"]);
    expect(events).to.deep.equal(["slow begins", "slow ends", "fast begins", "fast ends"]);
  });

  it("reports a failure to the caller of the task, and continues", async () => {
    const lane = createLane();
    const failing = lane(async () => {
      throw new ChainError("BROKEN", "It broke. ");
    });
    const next = lane(async () => 7);
    await expectRejection(failing, "BROKEN", "refused");
    expect(await next).to.equal(7);
  });

  it("settles when the waiting tasks have ended", async () => {
    const lane = createLane();
    let isDone = false;
    void lane(async () => {
      await Promise.resolve();
      isDone = true;
    });
    await settled(lane);
    expect(isDone).to.equal(true);
  });
});
