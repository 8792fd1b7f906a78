import { ChainError } from "../../codec/chain-error.js";
import { parseJson } from "../../codec/parse-json.js";
import { isMap, type ValueMap } from "../../codec/value.js";
import type { MainBlock } from "../../records/main-block.js";
import { readSeal, type Seal } from "../../records/seal.js";
import { assertTimely } from "../../records/transaction-rules.js";
import { assertSigned, readTransactionRecord, type SignedTransaction } from "../../records/transaction.js";
import type { MainBlockRemains } from "../../store/store.js";
import type { ExecutedBlock } from "../execute-block.js";
import type { Ledger } from "../ledger.js";
import { prepareTransaction } from "../prepared-transaction.js";
import { assertSealedBlock } from "../verify-block.js";

/** A rebuilt block, ready to be committed. */
export interface RebuiltBlock {
  readonly block: ExecutedBlock;
  readonly seal: Seal;
}

/**
 * Rebuilds the main block after the tip from what is left of it. Its seal fixes its transactions and its time
 * (PROTOCOL 8.11, 9.8), and the rest follows by execution (PROTOCOL 8.2). Returns null when the remains are not enough,
 * or when the block that was committed was a different one.
 */
export async function rebuildMainBlock(
  ledger: Ledger,
  remains: MainBlockRemains,
  nowUs: number,
): Promise<RebuiltBlock | null> {
  const seal = attempt(() => readSeal(membersOf(remains.seal ?? "")));
  if (seal === null) return null;
  for (const records of remains.records) {
    const transactions = attempt(() => readRecords(records));
    if (transactions === null) continue;
    for (const s_timestamp of timesOf(seal, remains)) {
      const block = await attemptAsync(() => sealAgain(ledger, { transactions, s_timestamp, seal }, nowUs));
      if (block !== null && isCommitted(block, remains)) return { block, seal };
    }
  }
  return null;
}

type SealedParts = Pick<MainBlock, "transactions" | "s_timestamp" | "seal">;

/** Executes the transactions that a seal covers. Throws for the first rule that they break. */
async function sealAgain(ledger: Ledger, parts: SealedParts, nowUs: number): Promise<ExecutedBlock | null> {
  const { tip, registry } = ledger;
  const place = { height: tip.height + 1, previous_blockhash: tip.blockhash };
  const updates = { universal_updates: new Map(), local_updates: new Map() };
  // A seal covers neither the hash nor the updates.
  await assertSealedBlock(ledger, { ...parts, ...place, ...updates, blockhash: "" }, { nowUs });
  for (const transaction of parts.transactions) {
    assertSigned(transaction);
    assertTimely(transaction, tip.s_timestamp, parts.s_timestamp);
  }
  const prepared = parts.transactions.map((transaction) => prepareTransaction(transaction, registry));
  const { block, refused } = await ledger.execute(prepared, parts.s_timestamp);
  return refused.size > 0 ? null : block;
}

/**
 * Whether it is the block that was committed: its hash is noted with it or named by the next block, or its updates
 * equal those that are noted. A block made on a damaged state has another hash than its transactions now give.
 */
function isCommitted({ hash }: ExecutedBlock, remains: MainBlockRemains): boolean {
  const { blockhash, named_by_next, universal_updates, local_updates } = remains;
  if (hash.blockhash === blockhash || hash.blockhash === named_by_next) return true;
  if (hash.universal.text === universal_updates && hash.local.text === local_updates) return true;
  return blockhash === null && named_by_next === null;
}

function readRecords(records: readonly string[]): readonly SignedTransaction[] {
  const transactions = records.map((record) => readTransactionRecord(parseJson(record)));
  return transactions.toSorted((left, right) => (left.hash < right.hash ? -1 : 1));
}

/** The times that the block may have: nearly always the latest of its seal. */
function timesOf(seal: Seal, { s_timestamp }: MainBlockRemains): ReadonlySet<number> {
  const sealed = Array.from(seal.values(), (entry) => entry.s_timestamp).toSorted((a, b) => b - a);
  return new Set([...sealed, ...(s_timestamp === null ? [] : [s_timestamp])]);
}

function membersOf(text: string): ValueMap {
  const value = parseJson(text);
  return isMap(value) ? value : new Map();
}

/** Returns what a parse returns; null when the text breaks a rule. */
function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof ChainError) return null;
    throw error;
  }
}

async function attemptAsync<T>(work: () => Promise<T | null>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ChainError && !error.code.startsWith("DATABASE_")) return null;
    throw error;
  }
}
