import { expect } from "chai";
import { VirtualClock } from "../../src/base/clock/virtual-clock.js";
import { Losses } from "../../src/consensus/losses.js";
import { DroppedTransactions } from "../../src/node/submissions.js";

describe("DroppedTransactions (PROTOCOL 13.11, 15.2)", () => {
  it("gives the reason and the height of a dropped transaction", () => {
    const dropped = new DroppedTransactions();
    dropped.note("aa", { reason: "No balance. ", height: 7 });
    expect(dropped.get("aa")).to.deep.equal({ reason: "No balance. ", height: 7 });
    expect(dropped.get("bb")).to.equal(undefined);
  });

  it("keeps fewer while their reasons are long", () => {
    const dropped = new DroppedTransactions();
    for (let index = 0; index <= 2000; index += 1)
      dropped.note(`hash ${index}`, { reason: "x".repeat(1024), height: index });
    expect(dropped.get("hash 0")).to.equal(undefined);
    expect(dropped.get("hash 2000")).to.include({ height: 2000 });
  });

  it("keeps the last 10,000 and forgets the oldest first", () => {
    const dropped = new DroppedTransactions();
    for (let index = 0; index <= 10_000; index += 1)
      dropped.note(`hash ${index}`, { reason: "", height: index });
    expect(dropped.get("hash 0")).to.equal(undefined);
    expect(dropped.get("hash 1")).to.include({ height: 1 });
    expect(dropped.get("hash 10000")).to.include({ height: 10_000 });
  });
});

describe("Losses (PROTOCOL 15.2)", () => {
  it("counts what a node accepted and lost in the last minute", async () => {
    const clock = new VirtualClock(1_800_000_000_000_000);
    const losses = new Losses(clock);
    losses.noteAccepted();
    losses.noteLost();
    await clock.advance(30_000_000);
    losses.noteAccepted();
    expect(losses.recent()).to.deep.equal({ accepted: 2, lost: 1 });
    await clock.advance(40_000_000);
    losses.noteAccepted();
    expect(losses.recent()).to.deep.equal({ accepted: 2, lost: 0 });
    await clock.advance(3_600_000_000);
    expect(losses.recent()).to.deep.equal({ accepted: 0, lost: 0 });
  });
});
