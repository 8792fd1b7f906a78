import { performance } from "node:perf_hooks";
import { decorated } from "../../store/decorated.js";
import type { BlockBatch, MainBlockCommit, Store } from "../../store/store.js";
import type { Meters } from "./metric.js";
import { METRICS } from "./table.js";

/** Whose blocks are counted as this node's: its validator's address, and that of its owner. */
export interface OwnAddresses {
  readonly validator: string;
  readonly owner: string;
}

/** The same store, whose commits and undos are counted and timed. */
export function meteredStore(store: Store, meters: Meters, own: OwnAddresses): Store {
  const timed = async (commit: Promise<void>): Promise<void> => {
    const begin = performance.now();
    await commit;
    meters.observe(METRICS.commit, (performance.now() - begin) / 1000);
  };
  const count = ({ main, resource }: BlockBatch): void => {
    const isSealed = ({ block }: MainBlockCommit): boolean => block.seal.includes(`"${own.validator}"`);
    meters.add(METRICS.blocks, [], main.length);
    meters.add(METRICS.resourceBlocks, [], resource.length);
    meters.add(METRICS.sealedBlocks, [], main.filter(isSealed).length);
    meters.add(METRICS.minedBlocks, [], resource.filter(({ miner }) => miner === own.owner).length);
    meters.add(
      METRICS.committed,
      [],
      main.reduce((sum, { transactions }) => sum + transactions.length, 0),
    );
  };
  return decorated(store, {
    async commitMainBlock(commit) {
      await timed(store.commitMainBlock(commit));
      count({ main: [commit], resource: [] });
    },
    async commitResourceBlock(block) {
      await timed(store.commitResourceBlock(block));
      count({ main: [], resource: [block] });
    },
    async commitBatch(batch) {
      await timed(store.commitBatch(batch));
      count(batch);
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
