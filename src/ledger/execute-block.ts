import { hashMainBlockInSteps, type MainBlockContent, type MainBlockHash } from "../records/main-block.js";
import type { Network } from "../records/network.js";
import type { MainBlockSummary, Store } from "../store/store.js";
import {
  executeTransactions,
  FULL_ALLOWANCE,
  type ExecutedTransactions,
  type WorkAllowance,
} from "./execute-transactions.js";
import type { PreparedTransaction } from "./prepared-transaction.js";
import type { Runner } from "./machine/runner.js";
import { namedResourceBlock } from "./validators.js";
import { settleBlock } from "./settle-block.js";
import { finishSliced } from "../base/yield-to-loop.js";

export interface BlockExecution {
  /** Why transactions failed, by hash. */
  readonly refused: ExecutedTransactions["refused"];
  /** The block of those that passed; null when none did. */
  readonly block: ExecutedBlock | null;
}

/** A block with everything but its seal. */
export interface ExecutedBlock extends ExecutedTransactions {
  readonly content: MainBlockContent;
  readonly hash: MainBlockHash;
}

/** The place of the next block, and where the machine runs. */
export interface BlockContext {
  readonly store: Store;
  readonly network: Network;
  readonly tip: MainBlockSummary;
  readonly runner: Runner;
}

export interface ExecuteBlockOptions {
  readonly s_timestamp: number;
  /** Default: what is left of the block's work. */
  readonly allowance?: WorkAllowance | undefined;
  /** The root of all these transactions, if it is known: it is the block's when all pass. */
  readonly transactionRoot?: string | undefined;
}

/**
 * Executes transactions, in ascending order of hash, as the block after the tip (PROTOCOL 8.1, 8.2). Those that fail
 * are left out. Nothing is stored.
 */
export async function executeBlock(
  { store, network, tip, runner }: BlockContext,
  candidates: readonly PreparedTransaction[],
  { s_timestamp, allowance = FULL_ALLOWANCE, transactionRoot }: ExecuteBlockOptions,
): Promise<BlockExecution> {
  const execution = await executeTransactions(store, candidates, {
    allowance,
    runner,
    maxWork: network.workLimits.block,
    rules: network.ruleSet,
  });
  const { passed, refused, state } = execution;
  if (passed.length === 0) return { refused, block: null };
  await settleBlock({ store, network, state }, { s_timestamp, transactionCount: passed.length });
  const resource_blockhash = await namedResourceBlock(store, network, s_timestamp);
  const content: MainBlockContent = {
    height: tip.height + 1,
    s_timestamp,
    ...(resource_blockhash === undefined ? {} : { resource_blockhash }),
    previous_blockhash: tip.blockhash,
    transactions: passed.map(({ transaction }) => transaction),
    universal_updates: state.updates("universal"),
    local_updates: state.updates("local"),
  };
  const knownRoot = passed.length === candidates.length ? transactionRoot : undefined;
  const hash = await finishSliced(hashMainBlockInSteps(content, knownRoot));
  return { refused, block: { ...execution, content, hash } };
}
