import { hashOf, timeHash, merkleRootInSteps } from "../codec/hash.js";
import { allSteps, type Steps, sortInSteps } from "../codec/steps.js";
import type { Value, ValueMap } from "../codec/value.js";
import * as errors from "./errors.js";
import { Fields, malformedField } from "./fields.js";
import { MAX_BLOCK_SIZE, MAX_BLOCK_TRANSACTIONS } from "./limits.js";
import type { MainBlockSummary } from "./operations/record-schemas.js";
import { readSeal, type Seal } from "./seal.js";
import { readTransactionRecordInSteps, type SignedTransaction } from "./transaction.js";
import { printUpdatesInSteps, readUpdatesInSteps, type PrintedUpdates, type Updates } from "./updates.js";

export type { MainBlockSummary };

/** A block of the main chain (PROTOCOL 8.1). */
export interface MainBlock extends Pick<
  MainBlockSummary,
  "height" | "s_timestamp" | "resource_blockhash" | "previous_blockhash" | "blockhash"
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
  /** Covers the transactions and the updates. */
  readonly blockRoot: string;
  readonly universal: PrintedUpdates;
  readonly local: PrintedUpdates;
}

/** Computes the block's hash from its content (PROTOCOL 8.6, 16.2). */
export function hashMainBlock(block: MainBlockContent): MainBlockHash {
  return allSteps(hashMainBlockInSteps(block));
}

/**
 * Like `hashMainBlock`, but in steps. A full block takes some milliseconds, one of large values far more.
 *
 * @param knownRoot the root of its transactions, if it was computed before.
 */
export function* hashMainBlockInSteps(block: MainBlockContent, knownRoot?: string): Steps<MainBlockHash> {
  const universal = yield* printUpdatesInSteps(block.universal_updates);
  const local = yield* printUpdatesInSteps(block.local_updates);
  const transactionRoot = knownRoot ?? (yield* transactionRootInSteps(block.transactions));
  const leaves = yield* sortInSteps([...universal.leaves, ...local.leaves]);
  const updateRoot = yield* merkleRootInSteps(leaves);
  const blockRoot = hashOf(transactionRoot + updateRoot);
  const blockhash = blockhashOf({ ...block, block_root: blockRoot });
  return { blockhash, transactionRoot, blockRoot, universal, local };
}

/** What a blockhash covers, with the root of the block's transactions and updates in their place. */
export interface HashedHeader extends Pick<
  MainBlockSummary,
  "height" | "s_timestamp" | "resource_blockhash" | "previous_blockhash"
> {
  readonly block_root: string;
}

export function blockhashOf(block: HashedHeader): string {
  const { height, s_timestamp, resource_blockhash, previous_blockhash, block_root } = block;
  const named = resource_blockhash === undefined ? "" : `"resource_blockhash":"${resource_blockhash}",`;
  const header = hashOf(
    `{"height":${height},"s_timestamp":${s_timestamp},${named}"block_root":"${block_root}"}`,
  );
  return timeHash(previous_blockhash + header, s_timestamp);
}

/** `merkleRoot` of the hashes of a block's transactions (PROTOCOL 8.6), in steps. */
export function transactionRootInSteps(transactions: MainBlockContent["transactions"]): Steps<string> {
  return merkleRootInSteps(transactions.map(({ hash }) => hash));
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
    ...readSealedHeader(fields),
    transactions: yield* readTransactions(fields.map("transactions")),
    universal_updates: yield* readUpdatesInSteps(fields.map("universal_updates"), "universal_updates"),
    local_updates: yield* readUpdatesInSteps(fields.map("local_updates"), "local_updates"),
  };
}

/** The members of a main block beside its transactions and updates. */
export type SealedHeader = Omit<MainBlock, "transactions" | "universal_updates" | "local_updates">;

export function readSealedHeader(fields: Fields): SealedHeader {
  return {
    height: fields.integer("height"),
    s_timestamp: fields.integer("s_timestamp"),
    ...(fields.has("resource_blockhash")
      ? { resource_blockhash: fields.previousBlockhash("resource_blockhash") }
      : {}),
    previous_blockhash: fields.previousBlockhash("previous_blockhash"),
    blockhash: fields.timeHash("blockhash"),
    seal: readSeal(fields.map("seal")),
  };
}

export function summaryOf(
  block: Omit<MainBlockSummary, "transaction_count"> & { readonly transactions: readonly unknown[] },
): MainBlockSummary {
  return pickSummary({ ...block, transaction_count: block.transactions.length });
}

/** Throws `BLOCK_ORDER` unless the block follows the tip (PROTOCOL 8.10). `tip` is null before the first block. */
export function assertMainBlockFollows(
  block: Pick<MainBlock, "height" | "previous_blockhash">,
  tip: Pick<MainBlock, "height" | "blockhash"> | null,
): void {
  const { height, blockhash } = tip ?? { height: 0, blockhash: "" };
  if (block.height === height + 1 && block.previous_blockhash === blockhash) return;
  throw errors.blockOrder({ height: block.height, tip: height });
}

/** Throws `BLOCK_LIMIT` unless the transactions are as many and as long as allowed (PROTOCOL 4.3, 8.10). */
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

/** The texts of a main block (PROTOCOL 8.1), put together from those that its parts keep. */
export interface MainBlockTexts extends Omit<MainBlockSummary, "transaction_count"> {
  /** Canonical JSON of the map signer → seal entry. */
  readonly seal: string;
  /** Canonical JSON of the map transaction hash → record. */
  readonly transactions: string;
  /** Canonical JSON of the map state key → {old, new}. */
  readonly universal_updates: string;
  readonly local_updates: string;
}

/** The empty block of height 0, the answer for a block that does not exist (PROTOCOL 13.10). */
export const EMPTY_MAIN_BLOCK: MainBlockTexts = {
  height: 0,
  s_timestamp: 0,
  previous_blockhash: "",
  blockhash: "",
  seal: "[]",
  transactions: "[]",
  universal_updates: "[]",
  local_updates: "[]",
};

/** The fields that only the full form has, in order. */
const BODY = ["seal", "transactions", "universal_updates", "local_updates"] as const;

/** The same texts in pieces, as they are read from the disk. */
export type MainBlockPieces = Readonly<Record<(typeof BODY)[number], AsyncIterable<string>>>;

/** Canonical JSON of the full form. */
export function mainBlockToText(block: MainBlockTexts): string {
  return `{${headerText(block)}${BODY.map((name) => `,"${name}":${block[name]}`).join("")}}`;
}

/** Like `mainBlockToText`, but in pieces, so that a block can be sent without being in memory as a whole. */
export async function* mainBlockToPieces(
  head: Omit<MainBlockSummary, "transaction_count">,
  body: MainBlockPieces,
): AsyncGenerator<string> {
  yield `{${headerText(head)}`;
  for (const name of BODY) {
    yield `,"${name}":`;
    yield* body[name];
  }
  yield "}";
}

/** Canonical JSON of the summary. */
export function mainBlockSummaryToText(summary: MainBlockSummary): string {
  return `{${headerText(summary)},"transaction_count":${summary.transaction_count}}`;
}

export function pickSummary(block: MainBlockSummary): MainBlockSummary {
  const { height, s_timestamp, resource_blockhash, previous_blockhash, blockhash, transaction_count } = block;
  return {
    height,
    s_timestamp,
    ...(resource_blockhash === undefined ? {} : { resource_blockhash }),
    previous_blockhash,
    blockhash,
    transaction_count,
  };
}

function headerText(block: Omit<MainBlockSummary, "transaction_count">): string {
  const { resource_blockhash } = block;
  // Only blocks of rules 2 name their resource block (PROTOCOL 16.2).
  const named = resource_blockhash === undefined ? "" : `"resource_blockhash":"${resource_blockhash}",`;
  return (
    `"height":${block.height},"s_timestamp":${block.s_timestamp},${named}` +
    `"previous_blockhash":"${block.previous_blockhash}","blockhash":"${block.blockhash}"`
  );
}
