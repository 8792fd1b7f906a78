import type {
  MainBlock,
  MainBlockSummary,
  Receipt,
  ResourceBlock,
  ResourceBlockSummary,
  TransactionRecord,
} from "../../client/index.js";
import { ChainError } from "../../codec/chain-error.js";
import { timeHashToTime } from "../../codec/hash.js";
import { localTimeText, toMilliseconds } from "../../codec/time-text.js";
import { byteLength } from "../../codec/text.js";
import { parseCode } from "../../records/code.js";
import type { SignedTransaction } from "../../records/transaction.js";
import { type PrintStyle, shownAs } from "../print/shown-as.js";

/** A time in µs as people write it, in a pipe as programs do. */
function timeOf(timestampUs: number | bigint, { width }: PrintStyle): string {
  const date = new Date(toMilliseconds(Number(timestampUs)));
  return Number.isFinite(width) ? localTimeText(date) : date.toISOString();
}

/** A block for people, with its time and without the raw texts of its transactions. */
export function showBlock(block: MainBlock | null): MainBlock | null {
  if (block === null) return null;
  return shownAs({ ...block }, (style) => {
    const { height, s_timestamp, ...members } = block;
    const transactions = block.transactions.map((transaction) => shownSigned(transaction, style));
    return { height, s_timestamp, time: timeOf(s_timestamp, style), ...members, transactions };
  });
}

export function showSigned(transaction: SignedTransaction): SignedTransaction {
  return shownAs({ ...transaction }, (style) => shownSigned(transaction, style));
}

function shownSigned({ text: _text, hash, ...members }: SignedTransaction, style: PrintStyle): object {
  return { hash, time: timeOf(members.timestamp, style), ...members };
}

/** A transaction of a block for people, with its time. */
export function showTransaction(record: TransactionRecord): TransactionRecord {
  const timestamp = record.transaction.get("timestamp");
  return shownAs({ ...record }, (style) =>
    typeof timestamp === "bigint" ? { time: timeOf(timestamp, style), ...record } : record,
  );
}

/** A resource block for people, with its time and without the raw texts of its receipts. */
export function showResourceBlock(block: ResourceBlock | null): ResourceBlock | null {
  if (block === null) return null;
  const receipts = (): object =>
    new Map(Array.from(block.receipts, ([asker, it]) => [asker, shownReceipt(it)]));
  return shownAs({ ...block }, (style) => {
    const { height, timestamp, ...members } = block;
    return { height, timestamp, time: timeOf(timestamp, style), ...members, receipts: receipts() };
  });
}

function shownReceipt({ text: _text, signed_query, ...members }: Receipt): object {
  const { text: _signedText, query, ...signed } = signed_query;
  const { text: _queryText, ...asked } = query;
  return { ...members, signed_query: { ...signed, query: asked } };
}

/** In a list the previous hash is left out: another row has it. */
export function showBlocks(blocks: readonly MainBlockSummary[]): readonly MainBlockSummary[] {
  return shownAs([...blocks], (style) =>
    blocks.map(({ height, s_timestamp, transaction_count, blockhash }) => ({
      height,
      time: timeOf(s_timestamp, style),
      transaction_count,
      blockhash,
    })),
  );
}

export function showResourceBlocks(blocks: readonly ResourceBlockSummary[]): readonly ResourceBlockSummary[] {
  return shownAs([...blocks], (style) =>
    blocks.map(({ height, timestamp, difficulty, main_height, receipt_count, miner, blockhash }) => ({
      height,
      time: timeOf(timestamp, style),
      difficulty,
      main_height,
      receipt_count,
      miner,
      blockhash,
    })),
  );
}

export function showTransactions(
  transactions: ReadonlyMap<string, TransactionRecord>,
): ReadonlyMap<string, TransactionRecord> {
  return shownAs(new Map(transactions), (style) =>
    Array.from(transactions, ([hash, { transaction }]) => ({
      hash,
      time: timeOf(timeHashToTime(hash), style),
      type: transaction.get("type"),
      from: transaction.get("from"),
    })),
  );
}

export interface Change {
  readonly kind: string;
  readonly name: string;
  readonly key: string;
  readonly old: unknown;
  readonly new: unknown;
}

/** Changes for people: long values, such as codes, are described. */
export function showChanges<T extends Change>(changes: readonly T[]): readonly T[] {
  return shownAs([...changes], (style) =>
    changes.map((change) => ({
      ...change,
      old: shorten(change.old, style),
      new: shorten(change.new, style),
    })),
  );
}

const LONGEST = 100;

/** A value for a table cell on a terminal: a code is described, any other long text is cut. In a pipe nothing is. */
function shorten(value: unknown, { width }: PrintStyle): unknown {
  if (typeof value !== "string" || value.length <= LONGEST || !Number.isFinite(width)) return value;
  return codeName(value) ?? `${value.slice(0, LONGEST)}… ${value.length} characters`;
}

function codeName(text: string): string | null {
  try {
    const { kind, name, version } = parseCode(text);
    return `${kind} ${name} ${version}, ${byteLength(text)} bytes`;
  } catch (error) {
    if (error instanceof ChainError) return null;
    throw error;
  }
}
