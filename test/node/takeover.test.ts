import { expect } from "chai";
import { VirtualClock } from "../../src/base/clock/virtual-clock.js";
import { Takeover, type Hearing } from "../../src/node/takeover.js";

const SECOND_US = 1_000_000;

describe("The wait of a validator that takes over a key (PROTOCOL 9.15)", () => {
  let clock: VirtualClock;
  let heard: Hearing;
  let takeover: Takeover;
  let isOver: boolean;

  beforeEach(() => {
    clock = new VirtualClock(0);
    heard = "all";
    isOver = false;
    takeover = new Takeover({ clock, hearing: () => heard });
    takeover.wait(() => (isOver = true));
  });

  it("ends after two rounds in which the key was quiet", async () => {
    await clock.advance(29 * SECOND_US);
    expect(isOver).to.equal(false);
    await clock.advance(2 * SECOND_US);
    expect(isOver).to.equal(true);
    expect(takeover.isWaiting).to.equal(false);
  });

  it("ends under traffic, when the node takes blocks at every second look", async () => {
    for (let second = 0; second < 62; second += 1) {
      heard = second % 2 === 0 ? "part" : "all";
      await clock.advance(SECOND_US);
    }
    expect(isOver).to.equal(true);
  });

  it("does not count what the node cannot hear, and begins again when it hears nothing or the key signs", async () => {
    heard = "part";
    await clock.advance(100 * SECOND_US);
    expect(isOver).to.equal(false);
    heard = "all";
    await clock.advance(29 * SECOND_US);
    takeover.noteForeign();
    await clock.advance(29 * SECOND_US);
    heard = "nothing";
    await clock.advance(SECOND_US);
    heard = "all";
    await clock.advance(29 * SECOND_US);
    expect(isOver).to.equal(false);
    await clock.advance(2 * SECOND_US);
    expect(isOver).to.equal(true);
  });
});
