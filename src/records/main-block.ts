import { ChainError } from "../codec/chain-error.js";
import { hashOf } from "../codec/hash.js";
import { merkleRootInSteps } from "../codec/merkle.js";
import { sortInSteps } from "../codec/sort-steps.js";
import { allSteps, type Steps } from "../codec/steps.js";
import { timeHash } from "../codec/time.js";
import type { Value, ValueMap } from "../codec/value.js";
import { Fields, malformed } from "./fields.js";
import { MAX_BLOCK_SIZE, MAX_BLOCK_TRANSACTIONS } from "./limits.js";
import { readSeal, type Seal } from "./seal.js";
import { readTransactionRecordInSteps, type SignedTransaction } from "./transaction.js";
import { printUpdatesInSteps, readUpdatesInSteps, type PrintedUpdates, type Updates } from "./updates.js";

/** A block of the main chain (SPEC, Main block; PROTOCOL 8). */
export interface MainBlock extends MainBlockContent {
  readonly blockhash: string;
  readonly seal: Seal;
}

/** What a main block's hash is over. */
export interface MainBlockContent {
  readonly height: number;
  readonly s_timestamp: number;
  readonly previous_blockhash: string;
  /** In ascending order of hash. */
  readonly transactions: readonly SignedTransaction[];
  readonly universal_updates: Updates;
  readonly local_updates: Updates;
}

/** A block's hash with what is made on the way to it: none of it need be made again for storing or sealing. */
export interface MainBlockHash {
  readonly blockhash: string;
  readonly transactionRoot: string;
  readonly universal: PrintedUpdates;
  readonly local: PrintedUpdates;
}

/** The block's hash, as its content says it must be (PROTOCOL 8). */
export function hashMainBlock(block: MainBlockContent): MainBlockHash {
  return allSteps(hashMainBlockInSteps(block));
}

/** The same in steps: for a full block it takes some milliseconds, and far more for one of large values. */
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
 * Reads a full main block that arrived: its form, its limits, and each transaction under the hash it is listed by.
 * Throws `RECORD_MALFORMED`, `BLOCK_LIMIT` or `TRANSACTION_MALFORMED`. Blockhash, seal, round time and signatures
 * are for whoever knows the chain to check.
 */
export function readMainBlock(value: Value | undefined): MainBlock {
  return allSteps(readMainBlockInSteps(value));
}

/** The same, a transaction a step: a full block takes a while, and whoever reads it may pause. */
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

/** Throws `BLOCK_ORDER` unless the block is the next one after the tip; `tip` null before the first. */
export function assertMainBlockFollows(
  block: MainBlock,
  tip: Pick<MainBlock, "height" | "blockhash"> | null,
): void {
  const { height, blockhash } = tip ?? { height: 0, blockhash: "" };
  if (block.height !== height + 1)
    throw new ChainError("BLOCK_ORDER", `Main block ${block.height} does not follow block ${height}. `);
  if (block.previous_blockhash !== blockhash)
    throw new ChainError("BLOCK_ORDER", `Main block ${block.height} follows another block than ours. `);
}

/** Throws `BLOCK_LIMIT` unless the transactions are 1 to 2,048 and together within the block's size (PROTOCOL 4, 8). */
export function assertBlockLimits(transactions: readonly SignedTransaction[]): void {
  if (transactions.length === 0) throw overLimit("A main block must have a transaction. ");
  if (transactions.length > MAX_BLOCK_TRANSACTIONS)
    throw overLimit(`A main block must not have more than ${MAX_BLOCK_TRANSACTIONS} transactions. `);
  const size = transactions.reduce((sum, tx) => sum + tx.size, 0);
  if (size > MAX_BLOCK_SIZE)
    throw overLimit(`A main block's transactions must not exceed ${MAX_BLOCK_SIZE} bytes. `);
}

function* readTransactions(members: ValueMap): Steps<readonly SignedTransaction[]> {
  if (members.size > MAX_BLOCK_TRANSACTIONS)
    throw overLimit(`A main block must not have more than ${MAX_BLOCK_TRANSACTIONS} transactions. `);
  const transactions: SignedTransaction[] = [];
  let previous = "";
  for (const [hash, record] of members) {
    const tx = yield* readTransactionRecordInSteps(record);
    if (tx.hash !== hash || hash <= previous) {
      const rule = "each under its hash, in ascending order";
      throw malformed(`The main block's transactions must be ${rule}. `, "main block", "transactions");
    }
    transactions.push(tx);
    previous = hash;
    yield;
  }
  assertBlockLimits(transactions);
  return transactions;
}

function overLimit(message: string): ChainError {
  return new ChainError("BLOCK_LIMIT", message);
}
