import { expect } from "chai";
import { CommitTimes } from "../../../src/peers/sync/commit-times.js";

const SECOND_US = 1_000_000;

describe("The times at which blocks were committed here (PROTOCOL 15.3)", () => {
  it("settle a block after 15 seconds, whatever its date", () => {
    const times = new CommitTimes();
    const block = { blockhash: "a", s_timestamp: 5 * SECOND_US };
    times.note(block, 100 * SECOND_US);
    expect(times.isSettled(block, 115 * SECOND_US - 1)).to.equal(false);
    expect(times.isSettled(block, 115 * SECOND_US)).to.equal(true);
    // Forgotten by then, it counts by its date, which is earlier.
    times.note({ blockhash: "b" }, 200 * SECOND_US);
    expect(times.isSettled(block, 200 * SECOND_US)).to.equal(true);
  });

  it("are the blocks' dates for blocks from before the start", () => {
    const times = new CommitTimes();
    const block = { blockhash: "a", s_timestamp: 100 * SECOND_US };
    expect(times.isSettled(block, 114 * SECOND_US)).to.equal(false);
    expect(times.isSettled(block, 115 * SECOND_US)).to.equal(true);
  });
});
