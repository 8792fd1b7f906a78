import { expect } from "chai";
import { repeat } from "../../../src/base/clock/clock.js";
import { VirtualClock } from "../../../src/base/clock/virtual-clock.js";

describe("The virtual clock", () => {
  it("runs due tasks in order of time, then of scheduling, each at its time", async () => {
    const clock = new VirtualClock(1000);
    const runs: [string, number][] = [];
    const note = (name: string) => () => {
      runs.push([name, clock.nowUs()]);
    };
    clock.schedule(20, note("later"));
    clock.schedule(10, note("first"));
    clock.schedule(10, note("second"));
    clock.schedule(31, note("not yet"));
    await clock.advance(30);
    expect(runs).to.deep.equal([
      ["first", 1010],
      ["second", 1010],
      ["later", 1020],
    ]);
    expect(clock.nowUs()).to.equal(1030);
  });

  it("waits for a task before it starts the next one, and runs tasks that a task schedules", async () => {
    const clock = new VirtualClock(0);
    const runs: string[] = [];
    clock.schedule(1, async () => {
      await Promise.resolve();
      runs.push("slow");
      clock.schedule(1, () => void runs.push("new"));
    });
    clock.schedule(1, () => void runs.push("next"));
    await clock.advance(5);
    expect(runs).to.deep.equal(["slow", "next", "new"]);
  });

  it("does not run cancelled tasks", async () => {
    const clock = new VirtualClock(0);
    const cancel = clock.schedule(1, () => {
      throw new Error("It was cancelled. ");
    });
    cancel();
    await clock.advance(2);
  });

  it("repeats a task until it is ended, also by the task itself", async () => {
    const clock = new VirtualClock(0);
    let runs = 0;
    const end = repeat(clock, 10, async () => {
      runs += 1;
      if (runs === 3) end();
    });
    await clock.advance(100);
    expect(runs).to.equal(3);
  });
});
