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
    for (const sealed of sealedIn(seal, remains)) {
      const parts = { transactions, seal, ...sealed };
      const block = await attemptAsync(() => sealAgain(ledger, parts, nowUs));
      if (block !== null && isCommitted(block, remains)) return { block, seal };
    }
  }
  return null;
}

type SealedParts = Pick<MainBlock, "transactions" | "s_timestamp" | "seal" | "blockhash">;

/** Executes the transactions that a seal covers. Throws for the first rule that they break. */
async function sealAgain(ledger: Ledger, parts: SealedParts, nowUs: number): Promise<ExecutedBlock | null> {
  const { tip, registry } = ledger;
  const resource_blockhash = await ledger.namedResourceBlock(parts.s_timestamp);
  const place = {
    height: tip.height + 1,
    previous_blockhash: tip.blockhash,
    ...(resource_blockhash === undefined ? {} : { resource_blockhash }),
  };
  const updates = { universal_updates: new Map(), local_updates: new Map() };
  // A seal of rules 1 covers neither the hash nor the updates; one of rules 2 states the hash (PROTOCOL 16.1).
  await assertSealedBlock(ledger, { ...parts, ...place, ...updates }, { nowUs });
  for (const transaction of parts.transactions) {
    assertSigned(transaction);
    assertTimely(transaction, tip.s_timestamp, parts.s_timestamp);
  }
  const prepared = parts.transactions.map((transaction) => prepareTransaction(transaction, registry));
  const { block, refused } = await ledger.execute(prepared, parts.s_timestamp);
  return refused.size > 0 || block === null || !isStated(ledger, parts, block) ? null : block;
}

/** Whether a block made again is what its seal states. */
function isStated({ network, tip }: Ledger, { blockhash }: SealedParts, { hash }: ExecutedBlock): boolean {
  const { ruleSet } = network;
  const place = { previous_blockhash: tip.blockhash, transactionRoot: hash.transactionRoot };
  return ruleSet.hypothesisHash({ ...place, blockhash }) === ruleSet.hypothesisHash({ ...place, ...hash });
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

/**
 * The times that the block may have, nearly always the latest of its seal, each with every hash that an entry of that
 * time states: in rules 2 a blockhash, and a false entry must not hide the true one.
 */
function sealedIn(
  seal: Seal,
  { s_timestamp, blockhash }: MainBlockRemains,
): Iterable<Pick<MainBlock, "s_timestamp" | "blockhash">> {
  const stated = Array.from(seal.values(), (entry) => ({
    s_timestamp: entry.s_timestamp,
    blockhash: entry.hypothesis_hash,
  })).toSorted((a, b) => b.s_timestamp - a.s_timestamp);
  const noted = s_timestamp === null ? [] : [{ s_timestamp, blockhash: blockhash ?? "" }];
  return new Map(
    [...stated, ...noted].map((each) => [`${each.s_timestamp} ${each.blockhash}`, each]),
  ).values();
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
