import type { Clock } from "../consensus/clock.js";
import type { PoolLimits } from "../consensus/transaction-pool.js";
import type { NetworkDefinition } from "../records/network.js";
import { lockDataDirectory } from "../store/lock.js";
import { openSqliteStore } from "../store/sqlite/open.js";
import { openDataDirectory, type DataDirectory } from "./data-directory.js";
import type { Log } from "./log.js";
import type { MiningSettings } from "./mining.js";
import { Node } from "./node.js";

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
  const { definition, identity } = await openDataDirectory(directory);
  const lock = await lockDataDirectory(directory.path);
  try {
    const store = await openSqliteStore({
      file: directory.databaseFile,
      network: networkIdentity(definition),
    });
    const node = await Node.open({ ...options, store, network: definition, identity });
    return {
      node,
      definition,
      async close() {
        await node.stop();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** What a database notes about its network: two networks of one name differ by who began them. */
export function networkIdentity({ network_name, genesis_address }: NetworkDefinition): string {
  return `${network_name} ${genesis_address}`;
}
