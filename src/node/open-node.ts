import type { Clock } from "../consensus/clock.js";
import type { PoolLimits } from "../consensus/transaction-pool.js";
import type { NetworkDefinition } from "../records/network.js";
import type { DataDirectory } from "./data-directory.js";
import type { Log } from "./log.js";
import type { MiningSettings } from "./mining.js";
import { Node } from "./node.js";
import { openStore } from "./open-store.js";

export interface OpenNodeOptions {
  readonly directory: DataDirectory;
  readonly clock: Clock;
  readonly log: Log;
  readonly poolLimits?: PoolLimits;
  readonly mining?: MiningSettings;
}

export interface OpenNode {
  readonly node: Node;
  readonly definition: NetworkDefinition;
  /** Stops the node and lets the data directory go. */
  close(): Promise<void>;
}

/**
 * Opens the node of a data directory, which is this process's until it is closed. Throws what is wrong with the directory
 * in one sentence, kind "local": missing, in use, of another network, damaged.
 */
export async function openNode({ directory, ...options }: OpenNodeOptions): Promise<OpenNode> {
  const { store, definition, identity, lock } = await openStore(directory);
  try {
    const node = await Node.open({ ...options, store, network: definition, identity });
    return {
      node,
      definition,
      async close() {
        // The node closes its store.
        await node.stop();
        await lock.release();
      },
    };
  } catch (error) {
    await store.close();
    await lock.release();
    throw error;
  }
}
