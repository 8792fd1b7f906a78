import { expect } from "chai";
import { BlockLog } from "../../src/node/block-log.js";
import { VirtualClock } from "../../src/base/clock/virtual-clock.js";
import type { LogEntry } from "../../src/base/log.js";
import { sampleMainBlock } from "../support/sample-blocks.js";

const SECOND = 1_000_000;

describe("The log of the blocks that a node makes", () => {
  let entries: LogEntry[];
  const logOf = (clock: VirtualClock, pauseUs: number) =>
    new BlockLog(clock, (entry) => entries.push(entry), pauseUs);
  const blockOf = (height: number) => ({
    ...sampleMainBlock({ height, previous_blockhash: "" }).block,
    transaction_count: height,
  });

  beforeEach(() => {
    entries = [];
  });

  it("has a line for each block of a chain with rounds", () => {
    const log = logOf(new VirtualClock(SECOND), 0);
    for (const height of [1, 2]) log.note(blockOf(height));
    expect(entries.map(({ message, fields }) => [message, fields?.["height"]])).to.deep.equal([
      ["block", 1],
      ["block", 2],
    ]);
  });

  it("has one line a second on an instant chain, which counts the blocks and their transactions", async () => {
    const clock = new VirtualClock(9 * SECOND);
    const log = logOf(clock, SECOND);
    for (const height of [1, 2, 3, 4]) log.note(blockOf(height));
    expect(entries).to.have.length(1);
    await clock.advance(SECOND);
    log.look();
    log.look();
    expect(entries).to.have.length(2);
    expect(entries[1]?.message).to.equal("blocks");
    expect(entries[1]?.fields).to.include({ blocks: 3, height: 4, transactions: 9 });
  });

  it("has the last blocks when the node stops", () => {
    const log = logOf(new VirtualClock(9 * SECOND), SECOND);
    for (const height of [1, 2]) log.note(blockOf(height));
    log.flush();
    log.flush();
    expect(entries.map(({ fields }) => fields?.["height"])).to.deep.equal([1, 2]);
  });
});
