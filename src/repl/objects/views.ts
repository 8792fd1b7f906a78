import type {
  MainBlock,
  MainBlockSummary,
  Receipt,
  ResourceBlock,
  ResourceBlockSummary,
  TransactionRecord,
} from "../../client/index.js";
import { ChainError } from "../../codec/chain-error.js";
import { byteLength } from "../../codec/text.js";
import { parseCode } from "../../records/code.js";
import type { SignedTransaction } from "../../records/transaction.js";
import { type PrintStyle, shownAs } from "../print/shown-as.js";

/** A block for people, without the raw texts of its transactions. */
export function showBlock(block: MainBlock | null): MainBlock | null {
  if (block === null) return null;
  return shownAs({ ...block }, () => ({ ...block, transactions: block.transactions.map(withoutText) }));
}

export function showSigned(transaction: SignedTransaction): SignedTransaction {
  return shownAs({ ...transaction }, () => withoutText(transaction));
}

function withoutText({ text: _text, ...members }: SignedTransaction): object {
  return members;
}

/** A resource block for people, without the raw texts of its receipts. */
export function showResourceBlock(block: ResourceBlock | null): ResourceBlock | null {
  if (block === null) return null;
  const receipts = (): object =>
    new Map(Array.from(block.receipts, ([asker, it]) => [asker, shownReceipt(it)]));
  return shownAs({ ...block }, () => ({ ...block, receipts: receipts() }));
}

function shownReceipt({ text: _text, signed_query, ...members }: Receipt): object {
  const { text: _signedText, query, ...signed } = signed_query;
  const { text: _queryText, ...asked } = query;
  return { ...members, signed_query: { ...signed, query: asked } };
}

/** In a list the previous hash is left out: another row has it. */
export function showBlocks(blocks: readonly MainBlockSummary[]): readonly MainBlockSummary[] {
  return shownAs([...blocks], () =>
    pick(blocks, ["height", "s_timestamp", "transaction_count", "blockhash"]),
  );
}

export function showResourceBlocks(blocks: readonly ResourceBlockSummary[]): readonly ResourceBlockSummary[] {
  const names = [
    "height",
    "timestamp",
    "difficulty",
    "main_height",
    "receipt_count",
    "miner",
    "blockhash",
  ] as const;
  return shownAs([...blocks], () => pick(blocks, names));
}

/** The records with these members only. */
function pick<Row extends object>(rows: readonly Row[], names: readonly (keyof Row)[]): readonly object[] {
  return rows.map((row) => Object.fromEntries(names.map((name) => [name, row[name]])));
}

export function showTransactions(
  transactions: ReadonlyMap<string, TransactionRecord>,
): ReadonlyMap<string, TransactionRecord> {
  return shownAs(new Map(transactions), () =>
    Array.from(transactions, ([hash, { transaction }]) => ({
      hash,
      timestamp: transaction.get("timestamp"),
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
