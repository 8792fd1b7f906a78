import type { Client } from "../client/index.js";
import { ChainError } from "../codec/chain-error.js";

/** The transactions that wait at a node; none where it does not run. */
export async function pooledHashes(client: Client): Promise<ReadonlySet<string>> {
  try {
    return new Set((await client.broadcast()).transactions.keys());
  } catch (error) {
    if (error instanceof ChainError && error.code === "NODE_NOT_RUNNING") return new Set();
    throw error;
  }
}
