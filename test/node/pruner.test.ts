import { expect } from "chai";
import { VirtualClock } from "../../src/base/clock/virtual-clock.js";
import type { LogEntry } from "../../src/base/log.js";
import { Ledger } from "../../src/ledger/ledger.js";
import type { Keep } from "../../src/ledger/pruning.js";
import { startPruner } from "../../src/node/pruner.js";
import { decorated } from "../../src/store/decorated.js";
import { prunedUpTo } from "../../src/store/pruned.js";
import type { Store } from "../../src/store/store.js";
import { AFTER_THE_RECORDING_US, importRecordedChain, recordedNetwork } from "../support/recorded-chain.js";
import { openTempStore, type TempStore } from "../support/temp-store.js";

/** The main block that the fixed resource block of the recorded chain names. */
const FIXED = 5;
const MINUTE_US = 60_000_000;

describe("The pruner of a running node (docs/pruning.md)", () => {
  let temp: TempStore;
  let end: () => Promise<void> = async () => undefined;
  let clock: VirtualClock;
  const told: LogEntry[] = [];
  beforeEach(async () => {
    told.length = 0;
    clock = new VirtualClock(AFTER_THE_RECORDING_US);
    temp = await openTempStore();
    await importRecordedChain(await Ledger.open(temp.store, recordedNetwork()));
  });
  afterEach(async () => {
    await end();
    await temp.remove();
  });

  async function start(keep: Keep, store: Store = temp.store): Promise<void> {
    const ledger = await Ledger.open(store, recordedNetwork());
    end = startPruner({ ledger, keep, clock, pace: clock, log: (entry) => void told.push(entry) });
  }

  it("removes what need not be kept, and goes on when more can go", async () => {
    await start({ blocks: 80 });
    await clock.advance(MINUTE_US);
    expect(await prunedUpTo(temp.store)).to.equal(1);
    await end();
    await start({ days: 1 });
    await clock.advance(MINUTE_US);
    expect(await prunedUpTo(temp.store)).to.equal(FIXED);
    expect(told).to.deep.equal([]);
  });

  it("removes nothing that the node's projector has not copied", async () => {
    let copied = 2;
    const ledger = await Ledger.open(temp.store, recordedNetwork());
    end = startPruner({
      ledger,
      keep: { blocks: 1 },
      clock,
      pace: clock,
      log: (entry) => void told.push(entry),
      projected: () => copied,
    });
    await clock.advance(MINUTE_US);
    expect(await prunedUpTo(temp.store)).to.equal(2);
    copied = 80;
    await clock.advance(MINUTE_US);
    expect(await prunedUpTo(temp.store)).to.equal(FIXED);
  });

  it("removes nothing where all is kept", async () => {
    await start("all");
    await clock.advance(MINUTE_US);
    expect(await prunedUpTo(temp.store)).to.equal(0);
  });

  it("says once that the disk fails, and tries again", async () => {
    let failures = 3;
    const failing = decorated(temp.store, {
      prune: async (upTo) => {
        failures -= 1;
        if (failures >= 0) throw new Error("the disk is gone");
        return temp.store.prune?.(upTo) ?? expect.fail();
      },
    });
    await start({ blocks: 1 }, failing);
    await clock.advance(10 * MINUTE_US);
    expect(told.map(({ message }) => message)).to.deep.equal([
      "old blocks cannot be removed: the disk is gone",
    ]);
    expect(await prunedUpTo(temp.store)).to.equal(FIXED);
  });
});
