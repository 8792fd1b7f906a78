import type {
  MainBlock,
  MainBlockSummary,
  Receipt,
  ResourceBlock,
  ResourceBlockSummary,
  TransactionRecord,
} from "../../client/index.js";
import { attempted } from "../../codec/chain-error.js";
import { timeHashToTime } from "../../codec/hash.js";
import { localTimeText, toMilliseconds } from "../../base/text/time-text.js";
import { byteLength } from "../../codec/text.js";
import { parseCode } from "../../records/code.js";
import type { SignedTransaction } from "../../records/transaction.js";
import { type PrintStyle, shownAs } from "../print/shown-as.js";

/** A record with the times that are shown of it, which other programs read in µs. */
type Timed<T> = T & { readonly time: Date };

function dateOf(timestampUs: number | bigint): Date {
  return new Date(toMilliseconds(Number(timestampUs)));
}

/** A record as it is shown: with the time as people write it, in a pipe as programs do. */
function withTimeText(record: { readonly time: Date }, { width }: PrintStyle): object {
  const { time } = record;
  return { ...record, time: Number.isFinite(width) ? localTimeText(time) : time.toISOString() };
}

function asTable<T extends { readonly time: Date }>(
  records: readonly T[],
  names: readonly (keyof T)[],
): readonly T[] {
  const pick = (record: T): Timed<object> =>
    Object.fromEntries(names.map((name) => [name, record[name]])) as Timed<object>;
  return shownAs([...records], (style) => records.map((record) => withTimeText(pick(record), style)));
}

function showTimed<T extends { readonly time: Date }>(record: T): T {
  return shownAs(record, (style) => withTimeText(record, style));
}

/** A transaction with its time, shown without its raw text. */
export function showSigned(transaction: SignedTransaction): Timed<SignedTransaction> {
  const { hash, text, ...members } = transaction;
  const shown = { hash, time: dateOf(transaction.timestamp), ...members };
  return shownAs({ ...shown, text }, (style) => withTimeText(shown, style));
}

export function showBlock(block: MainBlock | null): Timed<MainBlock> | null {
  if (block === null) return null;
  const { height, s_timestamp, ...members } = block;
  const transactions = block.transactions.map(showSigned);
  return showTimed({ height, s_timestamp, time: dateOf(s_timestamp), ...members, transactions });
}

/** A transaction of a block with its time, which is missing when the transaction has none. */
export function showTransaction(record: TransactionRecord): TransactionRecord & { readonly time?: Date } {
  const timestamp = record.transaction.get("timestamp");
  return typeof timestamp === "bigint" ? showTimed({ time: dateOf(timestamp), ...record }) : record;
}

/** A resource block with its time, shown without the raw texts of its receipts. */
export function showResourceBlock(block: ResourceBlock | null): Timed<ResourceBlock> | null {
  if (block === null) return null;
  const { height, timestamp, ...members } = block;
  const shown = { height, timestamp, time: dateOf(timestamp), ...members };
  return shownAs({ ...shown }, (style) => ({
    ...withTimeText(shown, style),
    receipts: new Map(Array.from(block.receipts, ([asker, it]) => [asker, shownReceipt(it)])),
  }));
}

function shownReceipt({ text: _text, signed_query, ...members }: Receipt): object {
  const { text: _signedText, query, ...signed } = signed_query;
  const { text: _queryText, ...asked } = query;
  return { ...members, signed_query: { ...signed, query: asked } };
}

/** In a list the previous hash is not shown: another row has it. */
export function showBlocks(blocks: readonly MainBlockSummary[]): readonly Timed<MainBlockSummary>[] {
  const timed = blocks.map((block) => ({ ...block, time: dateOf(block.s_timestamp) }));
  return asTable(timed, ["height", "time", "transaction_count", "blockhash"]);
}

export function showResourceBlocks(
  blocks: readonly ResourceBlockSummary[],
): readonly Timed<ResourceBlockSummary>[] {
  const timed = blocks.map((block) => ({ ...block, time: dateOf(block.timestamp) }));
  const names = [
    "height",
    "time",
    "difficulty",
    "main_height",
    "receipt_count",
    "miner",
    "blockhash",
  ] as const;
  return asTable(timed, names);
}

export function showTransactions(transactions: ReadonlyMap<string, TransactionRecord>) {
  const listed = Array.from(transactions, ([hash, record]) => ({
    hash,
    time: dateOf(timeHashToTime(hash)),
    type: record.transaction.get("type"),
    from: record.transaction.get("from"),
    ...record,
  }));
  return asTable(listed, ["hash", "time", "type", "from"]);
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
  const method = attempted(() => parseCode(text), null);
  return method && `${method.kind} ${method.name} ${method.version}, ${byteLength(text)} bytes`;
}
