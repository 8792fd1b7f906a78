import { performance } from "node:perf_hooks";
import { messageOf } from "../../codec/chain-error.js";
import { confirmedHeight, selectValidators } from "../../ledger/validators.js";
import type { Network } from "../../records/network.js";
import { decorated } from "../../store/decorated.js";
import type { BlockBatch, MainBlockCommit, Store } from "../../store/store.js";
import type { Meters } from "./metric.js";
import { METRICS } from "./table.js";

/** The addresses whose blocks count as this node's: its validator and its owner. */
interface OwnBlocks {
  readonly validator: string;
  readonly owner: string;
  readonly network: Network;
  /** The start of the node in µs. Slots are counted from this time on. */
  readonly sinceUs: number;
  /** Called with the reason when the slots of a block cannot be read. */
  readonly onFailure: (reason: string) => void;
}

export function meteredStore(store: Store, meters: Meters, own: OwnBlocks): Store {
  const isSealed = ({ block }: MainBlockCommit): boolean => block.seal.includes(`"${own.validator}"`);
  const countSlot = async (commit: MainBlockCommit): Promise<void> => {
    const confirmed = await confirmedHeight(store, own.network, commit.block.s_timestamp);
    const slots = await selectValidators(store, own.network, confirmed);
    if (slots.at(-1) !== own.validator) return;
    meters.add(METRICS.newestSlot, [isSealed(commit) ? "sealed" : "missed"]);
  };
  // The commit does not wait for the count, which must not make a stored block fail.
  let counted: Promise<unknown> = Promise.resolve();
  const countSlots = async (commits: readonly MainBlockCommit[]): Promise<void> => {
    try {
      for (const commit of commits) if (commit.block.s_timestamp >= own.sinceUs) await countSlot(commit);
    } catch (error) {
      own.onFailure(messageOf(error));
    }
  };
  const timed = async (commit: Promise<void>): Promise<void> => {
    const begin = performance.now();
    await commit;
    meters.observe(METRICS.commit, (performance.now() - begin) / 1000);
  };
  const count = ({ main, resource }: BlockBatch): void => {
    meters.add(METRICS.blocks, [], main.length);
    meters.add(METRICS.resourceBlocks, [], resource.length);
    meters.add(METRICS.sealedBlocks, [], main.filter(isSealed).length);
    meters.add(METRICS.minedBlocks, [], resource.filter(({ miner }) => miner === own.owner).length);
    meters.add(
      METRICS.committed,
      [],
      main.reduce((sum, { transactions }) => sum + transactions.length, 0),
    );
    counted = counted.then(() => countSlots(main));
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
    async close() {
      await counted;
      await store.close();
    },
  });
}
