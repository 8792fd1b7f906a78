import { hashOf } from "../../src/codec/hash.js";
import { stateKeyOf } from "../../src/codec/state-key.js";
import { MAX_BLOCK_TRANSACTIONS } from "../../src/records/limits.js";
import type { Store } from "../../src/store/store.js";
import { sampleAddress, sampleMainBlock } from "../support/sample-blocks.js";

const ZERO = "0".repeat(44);

/**
 * Writes full blocks of transfers that are as long as real ones, with the updates that they would have. The benchmark
 * reads neither the state nor addresses of this chain, so it has none.
 */
export async function writeFullChain(store: Store, length: number): Promise<void> {
  const updates = Array.from({ length: MAX_BLOCK_TRANSACTIONS * 2 }, (_, account) => {
    const key = stateKeyOf(ZERO, hashOf("space"), "balance", sampleAddress(account)) ?? "";
    return `"${key}":{"old":"5000000000000","new":"7000000000000"}`;
  });
  const universal_updates = `{${updates.join(",")}}`;
  const transactions = Array.from({ length: MAX_BLOCK_TRANSACTIONS }, () => []);
  let previous_blockhash = "";
  for (let height = 1; height <= length; height += 1) {
    const commit = sampleMainBlock({ height, previous_blockhash, transactions });
    previous_blockhash = commit.block.blockhash;
    await store.commitMainBlock({ ...commit, block: { ...commit.block, universal_updates } });
  }
}
