import { expect } from "chai";
import { Lane } from "../../src/consensus/lane.js";
import { expectRejection } from "../support/expect-rejection.js";
import { ChainError } from "../../src/codec/chain-error.js";

describe("A lane", () => {
  it("runs one task at a time, in order of arrival", async () => {
    const lane = new Lane();
    const events: string[] = [];
    const task = (name: string, turns: number) => async (): Promise<string> => {
      events.push(`${name} begins`);
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      events.push(`${name} ends`);
      return name;
    };
    const results = await Promise.all([lane.run(task("slow", 9)), lane.run(task("fast", 0))]);
    expect(results).to.deep.equal(["slow", "fast"]);
    expect(events).to.deep.equal(["slow begins", "slow ends", "fast begins", "fast ends"]);
  });

  it("reports a failure to the caller of the task, and continues", async () => {
    const lane = new Lane();
    const failing = lane.run(async () => {
      throw new ChainError("BROKEN", "It broke. ");
    });
    const next = lane.run(async () => 7);
    await expectRejection(failing, "BROKEN", "refused");
    expect(await next).to.equal(7);
  });

  it("settles when the waiting tasks have ended", async () => {
    const lane = new Lane();
    let isDone = false;
    void lane.run(async () => {
      await Promise.resolve();
      isDone = true;
    });
    await lane.settled();
    expect(isDone).to.equal(true);
  });
});
