import { performance } from "node:perf_hooks";
import { decorated } from "../../store/decorated.js";
import type { Store } from "../../store/store.js";
import type { Meters } from "./metric.js";
import { METRICS } from "./table.js";

/** The same store, whose commits and undos are counted and timed. */
export function meteredStore(store: Store, meters: Meters): Store {
  const timed = async (commit: Promise<void>): Promise<void> => {
    const begin = performance.now();
    await commit;
    meters.observe(METRICS.commit, (performance.now() - begin) / 1000);
  };
  const count = (main: number, resource: number, transactions: number): void => {
    meters.add(METRICS.blocks, [], main);
    meters.add(METRICS.resourceBlocks, [], resource);
    meters.add(METRICS.committed, [], transactions);
  };
  return decorated(store, {
    async commitMainBlock(commit) {
      await timed(store.commitMainBlock(commit));
      count(1, 0, commit.transactions.length);
    },
    async commitResourceBlock(block) {
      await timed(store.commitResourceBlock(block));
      count(0, 1, 0);
    },
    async commitBatch(batch) {
      await timed(store.commitBatch(batch));
      const transactions = batch.main.reduce((sum, commit) => sum + commit.transactions.length, 0);
      count(batch.main.length, batch.resource.length, transactions);
    },
    async undoMainBlock(height) {
      const isRegistered = await store.undoMainBlock(height);
      meters.add(METRICS.undone, ["main"]);
      return isRegistered;
    },
    async undoResourceBlock(height) {
      await store.undoResourceBlock(height);
      meters.add(METRICS.undone, ["resource"]);
    },
  });
}
