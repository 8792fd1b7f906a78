import type { Client } from "../client/index.js";
import { ChainError } from "../codec/chain-error.js";

/** The hashes of the transactions in the node's pool; empty for a stopped node. */
export async function pooledHashes(client: Client): Promise<ReadonlySet<string>> {
  try {
    return new Set((await client.broadcast()).transactions.keys());
  } catch (error) {
    if (error instanceof ChainError && error.code === "NODE_NOT_RUNNING") return new Set();
    throw error;
  }
}
