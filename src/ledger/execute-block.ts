import { hashMainBlock, type MainBlockContent, type MainBlockHash } from "../records/main-block.js";
import type { Network } from "../records/network.js";
import type { MainBlockSummary, Store } from "../store/store.js";
import { executeTransactions, type Execution } from "./execute-transactions.js";
import type { PreparedTransaction } from "./prepared-transaction.js";
import { settleBlock } from "./settle-block.js";

/** A block that has everything but its seal. */
export interface ExecutedBlock extends Execution {
  readonly content: MainBlockContent;
  readonly hash: MainBlockHash;
}

/**
 * Executes transactions, in ascending order of hash, as the block after the tip (PROTOCOL 8). Those that fail are left
 * out; null when none is left. Nothing is stored.
 */
export async function executeBlock(
  store: Store,
  network: Network,
  tip: MainBlockSummary,
  candidates: readonly PreparedTransaction[],
  s_timestamp: number,
): Promise<ExecutedBlock | null> {
  const execution = await executeTransactions(store, candidates);
  const { passed, state } = execution;
  if (passed.length === 0) return null;
  await settleBlock(store, network, state, { s_timestamp, transactionCount: passed.length });
  const content: MainBlockContent = {
    height: tip.height + 1,
    s_timestamp,
    previous_blockhash: tip.blockhash,
    transactions: passed.map(({ transaction }) => transaction),
    universal_updates: state.updates("universal"),
    local_updates: state.updates("local"),
  };
  return { ...execution, content, hash: hashMainBlock(content) };
}
