import { hashOf } from "../codec/hash.js";
import { merkleRootInSteps } from "../codec/merkle.js";
import { allSteps, type Steps, sortInSteps } from "../codec/steps.js";
import { timeHash } from "../codec/time.js";
import type { Value, ValueMap } from "../codec/value.js";
import * as errors from "./errors.js";
import { Fields, malformedField } from "./fields.js";
import { MAX_BLOCK_SIZE, MAX_BLOCK_TRANSACTIONS } from "./limits.js";
import type { MainBlockSummary } from "./operations/record-schemas.js";
import { readSeal, type Seal } from "./seal.js";
import { readTransactionRecordInSteps, type SignedTransaction } from "./transaction.js";
import { printUpdatesInSteps, readUpdatesInSteps, type PrintedUpdates, type Updates } from "./updates.js";

/** A block of the main chain (PROTOCOL 8.1). */
export interface MainBlock extends Pick<
  MainBlockSummary,
  "height" | "s_timestamp" | "previous_blockhash" | "blockhash"
> {
  readonly seal: Seal;
  /** In ascending order of hash. */
  readonly transactions: readonly SignedTransaction[];
  readonly universal_updates: Updates;
  readonly local_updates: Updates;
}

/** The content that a main block's hash covers. */
export type MainBlockContent = Omit<MainBlock, "blockhash" | "seal">;

/** A block's hash with the intermediate results that storing and sealing use again. */
export interface MainBlockHash {
  readonly blockhash: string;
  readonly transactionRoot: string;
  readonly universal: PrintedUpdates;
  readonly local: PrintedUpdates;
}

/** Computes the block's hash from its content (PROTOCOL 8.6). */
export function hashMainBlock(block: MainBlockContent): MainBlockHash {
  return allSteps(hashMainBlockInSteps(block));
}

/** Like `hashMainBlock`, but in steps. A full block takes some milliseconds, one of large values far more. */
export function* hashMainBlockInSteps(block: MainBlockContent): Steps<MainBlockHash> {
  const universal = yield* printUpdatesInSteps(block.universal_updates);
  const local = yield* printUpdatesInSteps(block.local_updates);
  const transactionRoot = yield* merkleRootInSteps(block.transactions.map(({ hash }) => hash));
  const leaves = yield* sortInSteps([...universal.leaves, ...local.leaves]);
  const updateRoot = yield* merkleRootInSteps(leaves);
  const blockRoot = hashOf(transactionRoot + updateRoot);
  const header = hashOf(
    `{"height":${block.height},"s_timestamp":${block.s_timestamp},"block_root":"${blockRoot}"}`,
  );
  const blockhash = timeHash(block.previous_blockhash + header, block.s_timestamp);
  return { blockhash, transactionRoot, universal, local };
}

/**
 * Reads a received full main block: its form, its limits, and that each transaction is listed under its hash, in
 * ascending order. Throws `RECORD_MALFORMED`, `BLOCK_LIMIT` or `TRANSACTION_MALFORMED`. Callers that know the chain
 * check blockhash, seal, round time and signatures.
 */
export function readMainBlock(value: Value | undefined): MainBlock {
  return allSteps(readMainBlockInSteps(value));
}

/** Like `readMainBlock`, but in steps, at least one for each transaction. */
export function* readMainBlockInSteps(value: Value | undefined): Steps<MainBlock> {
  const fields = new Fields(value, "main block");
  return {
    height: fields.integer("height"),
    s_timestamp: fields.integer("s_timestamp"),
    previous_blockhash: fields.previousBlockhash("previous_blockhash"),
    blockhash: fields.timeHash("blockhash"),
    seal: readSeal(fields.map("seal")),
    transactions: yield* readTransactions(fields.map("transactions")),
    universal_updates: yield* readUpdatesInSteps(fields.map("universal_updates"), "universal_updates"),
    local_updates: yield* readUpdatesInSteps(fields.map("local_updates"), "local_updates"),
  };
}

/** Returns the summary of a block. */
export function summaryOf({
  height,
  s_timestamp,
  previous_blockhash,
  blockhash,
  transactions,
}: MainBlock): MainBlockSummary {
  return { height, s_timestamp, previous_blockhash, blockhash, transaction_count: transactions.length };
}

/** Throws `BLOCK_ORDER` unless the block follows the tip (PROTOCOL 8.10). `tip` is null before the first block. */
export function assertMainBlockFollows(
  block: MainBlock,
  tip: Pick<MainBlock, "height" | "blockhash"> | null,
): void {
  const { height, blockhash } = tip ?? { height: 0, blockhash: "" };
  if (block.height === height + 1 && block.previous_blockhash === blockhash) return;
  throw errors.blockOrder({ height: block.height, tip: height });
}

/**
 * Throws `BLOCK_LIMIT` unless there are 1 to 2,048 transactions of at most 16,777,216 bytes together (PROTOCOL 4.3,
 * 8.10).
 */
export function assertBlockLimits(transactions: readonly SignedTransaction[]): void {
  if (transactions.length === 0) throw errors.blockLimit({ reason: "has no transaction" });
  if (transactions.length > MAX_BLOCK_TRANSACTIONS)
    throw errors.blockLimit({ reason: `has more than ${MAX_BLOCK_TRANSACTIONS} transactions` });
  const size = transactions.reduce((sum, tx) => sum + tx.size, 0);
  if (size > MAX_BLOCK_SIZE)
    throw errors.blockLimit({ reason: `has more than ${MAX_BLOCK_SIZE} bytes of transactions` });
}

function* readTransactions(members: ValueMap): Steps<readonly SignedTransaction[]> {
  if (members.size > MAX_BLOCK_TRANSACTIONS)
    throw errors.blockLimit({ reason: `has more than ${MAX_BLOCK_TRANSACTIONS} transactions` });
  const transactions: SignedTransaction[] = [];
  let previous = "";
  for (const [hash, record] of members) {
    const tx = yield* readTransactionRecordInSteps(record);
    if (tx.hash !== hash || hash <= previous) {
      const rule = "each under its hash, in ascending order";
      throw malformedField("main block", "transactions", `must be ${rule}`);
    }
    transactions.push(tx);
    previous = hash;
    yield;
  }
  assertBlockLimits(transactions);
  return transactions;
}
