import { LRUCache } from "lru-cache";
import { hashOf, TIME_LENGTH } from "../codec/hash.js";
import { parseJson } from "../codec/parse-json.js";
import { isMap, type Value } from "../codec/value.js";
import type { Ledger } from "../ledger/ledger.js";
import { chunkToValue } from "../records/chunk.js";
import { hypothesisToValue } from "../records/hypothesis.js";
import { mainBlockSummaryToText } from "../records/main-block.js";
import { MAX_TOLD_TRANSACTIONS, NEWS_ID_LENGTH } from "../records/operations/limits.js";
import { sealToText } from "../records/seal.js";
import { recordText } from "../records/record-text.js";
import type { SignedTransaction } from "../records/transaction.js";
import type { Clock } from "../base/clock/clock.js";
import type { ReceiptBook } from "./receipt-book.js";
import type { ReceiptRound } from "./receipt-round.js";
import type { RoundBook } from "./round-book.js";
import type { TransactionPool } from "./transaction-pool.js";
import { intervalAmongPeers } from "./instant.js";

export interface RoundNewsOptions {
  /** The address of this node's own node key. */
  readonly address: string;
  readonly ledger: Ledger;
  readonly pool: TransactionPool;
  readonly book: RoundBook;
  readonly receipts: ReceiptBook;
  readonly receiptRound: ReceiptRound;
  readonly clock: Clock;
}

export const NEWS_KINDS = ["transactions", "chunks", "hypotheses", "receipts"] as const;
export type NewsKind = (typeof NEWS_KINDS)[number];

/** A record that this node shows. */
export interface NewsItem {
  readonly kind: NewsKind;
  /** Names the record between nodes: half of a hash, so that two records with one id take 2^64 trials to make. */
  readonly id: string;
  /** Its key in the answer to Broadcast. */
  readonly key: string;
  /** The record; that of a transaction is in the pool. */
  readonly text: () => string;
  /** Whether this node signed it: no other node shows it earlier. */
  readonly isOwn: boolean;
  readonly place: number;
}

/** The ids of the last blocks of both chains, empty before the first. */
export interface ToldTips {
  readonly main: string;
  readonly resource: string;
}

interface Waiter {
  readonly after: number;
  /** Until then, only what is urgent ends the wait. */
  readonly patientUntilUs: number;
  readonly end: () => void;
}

/** The last main block, as it is told and asked for. */
interface LastBlock {
  readonly blockhash: string;
  /** Null for a block that is too long to tell. */
  readonly told: Value | null;
  /** By id. */
  readonly transactions: ReadonlyMap<string, SignedTransaction>;
}

/** The part of an interval for which transactions wait for more of them before they are told. */
const PATIENCE_PARTS = 4;
/** How many ids of records that were here are remembered. */
const MAX_SEEN = 8192;
/** How many ids of transactions that have left the pool are kept, beside as many as it holds. */
const SPARE = 1024;
/** How many are told at once: as many as one question asks for. */
const MAX_TOLD = 512;

/**
 * What is new among the records that this node shows (PROTOCOL 15.15). Each record gets a place in the order in which
 * it came, so that one who knows the last place is told only of later ones, and can wait for the next.
 */
export class RoundNews {
  readonly #options: RoundNewsOptions;
  /** Places of an earlier process mean nothing. */
  readonly #epoch: string;
  readonly #items: Readonly<Record<NewsKind, Map<string, NewsItem>>> = {
    transactions: new Map(),
    chunks: new Map(),
    hypotheses: new Map(),
    receipts: new Map(),
  };
  readonly #seen = new LRUCache<string, true>({ maxSize: MAX_SEEN, sizeCalculation: () => 1 });
  readonly #waiters = new Set<Waiter>();
  #last = 0;
  /** The last place of what others are woken for: at once, and after some patience. */
  #urgent = 0;
  #waking = 0;
  #tips = "";
  #lastBlock: LastBlock | null = null;

  constructor(options: RoundNewsOptions) {
    this.#options = options;
    this.#epoch = options.clock.nowUs().toString(16);
    for (const { transaction } of options.pool.all()) this.#noteTransaction(transaction);
    options.pool.onAdded = (transaction) => this.#noteTransaction(transaction);
  }

  get tips(): ToldTips {
    const { tip, resourceChain } = this.#options.ledger;
    return { main: timeHashId(tip.blockhash), resource: timeHashId(resourceChain.tip?.blockhash ?? "") };
  }

  /**
   * The last main block, if it follows the one with this id: header, seal and the ids of its transactions. The asker
   * executes them, so the updates are left out. Null also for a long block.
   */
  blockAfter(id: string): Value | null {
    const { tip } = this.#options.ledger;
    return timeHashId(tip.previous_blockhash) === id ? (this.#lastCommitted()?.told ?? null) : null;
  }

  /** Made once a block: every neighbour asks for it. */
  #lastCommitted(): LastBlock | null {
    const { committed, tip } = this.#options.ledger;
    if (committed === null) return null;
    if (this.#lastBlock?.blockhash === committed.blockhash) return this.#lastBlock;
    const transactions = new Map(committed.transactions.map((each) => [timeHashId(each.hash), each]));
    const header = parseJson(mainBlockSummaryToText(tip));
    const told = new Map<string, Value>([
      ...(isMap(header) ? header : []),
      ["seal", parseJson(sealToText(committed.seal))],
      ["transactions", committed.transactions.map(({ hash }) => timeHashId(hash))],
    ]);
    const isLong = committed.transactions.length > MAX_TOLD_TRANSACTIONS;
    this.#lastBlock = { blockhash: committed.blockhash, told: isLong ? null : told, transactions };
    return this.#lastBlock;
  }

  /** The hash of a transaction that this node shows. */
  transactionOf(id: string): string | undefined {
    return this.#items.transactions.get(id)?.key;
  }

  /** Looks for new records, and ends the waits for them. */
  look(): void {
    this.#lookAtTips();
    const { book, receipts, receiptRound, address } = this.#options;
    this.#renew("chunks", book.chunks, (chunk, key) => ({
      // Validators with the same transactions have chunks of the same hash.
      id: idOf(key + chunk.chunk_hash),
      key,
      text: () => recordText(chunk, chunkToValue),
      isOwn: key === address,
    }));
    this.#renew("hypotheses", book.hypotheses, (hypothesis, key) => {
      const text = recordText(hypothesis, hypothesisToValue);
      return { id: idOf(text), key, text: () => text, isOwn: key === address };
    });
    this.#renew("receipts", receipts.ofRound(receiptRound.tip.blockhash), ({ receipt_hash, text }, key) => ({
      id: receipt_hash.slice(0, NEWS_ID_LENGTH),
      key,
      text: () => text,
      isOwn: key === address,
    }));
    this.#wake();
  }

  /** Looks for new records if someone waits for them. */
  lookForWaiters(): void {
    if (this.#waiters.size > 0) this.look();
  }

  /** Whether this node holds a record, or has held it lately. */
  has(id: string): boolean {
    return this.#seen.has(id) || NEWS_KINDS.some((kind) => this.#items[kind].has(id));
  }

  /** A record that this node shows, or a transaction of its last block. */
  find(id: string): NewsItem | undefined {
    for (const kind of NEWS_KINDS) {
      const item = this.#items[kind].get(id);
      if (item !== undefined && this.#isShown(item)) return item;
    }
    const last = this.#lastCommitted()?.transactions.get(id);
    if (last === undefined) return undefined;
    return { kind: "transactions", id, key: last.hash, text: () => last.text, isOwn: false, place: 0 };
  }

  /** The records that came after a cursor, the earliest first, and the cursor of the last of them. */
  since(cursor: string): { readonly items: readonly NewsItem[]; readonly cursor: string } {
    const after = this.#placeOf(cursor);
    this.#forgetLeft();
    const later = NEWS_KINDS.flatMap((kind) =>
      [...this.#items[kind].values()].filter(({ place }) => place > after),
    );
    later.sort((left, right) => left.place - right.place);
    const items = later.slice(0, MAX_TOLD);
    const last = items.length < later.length ? items.at(-1)?.place : this.#last;
    return { items, cursor: `${this.#epoch}-${last ?? this.#last}` };
  }

  /** Resolves when something comes after a cursor, when the time is over, or when the asker leaves. */
  wait(cursor: string, forUs: number, signal?: AbortSignal): Promise<void> {
    const { clock, ledger } = this.#options;
    const after = this.#placeOf(cursor);
    if (this.#urgent > after || signal?.aborted === true) return Promise.resolve();
    return new Promise((resolve) => {
      const patienceUs = intervalAmongPeers(ledger.network.constants.main_chain_interval) / PATIENCE_PARTS;
      const end = (): void => {
        cancel();
        this.#waiters.delete(waiter);
        signal?.removeEventListener("abort", end);
        resolve();
      };
      const waiter: Waiter = { after, patientUntilUs: clock.nowUs() + patienceUs, end };
      const cancel = clock.schedule(forUs, end);
      this.#waiters.add(waiter);
      signal?.addEventListener("abort", end, { once: true });
    });
  }

  /** Ends all waits. */
  close(): void {
    for (const { end } of this.#waiters) end();
  }

  #wake(): void {
    const nowUs = this.#options.clock.nowUs();
    for (const { after, patientUntilUs, end } of this.#waiters)
      if (this.#urgent > after || (this.#waking > after && nowUs >= patientUntilUs)) end();
  }

  #lookAtTips(): void {
    const { main, resource } = this.tips;
    const tips = `${main} ${resource}`;
    if (tips === this.#tips) return;
    this.#tips = tips;
    this.#urgent = this.#last += 1;
  }

  #noteTransaction({ hash }: SignedTransaction): void {
    const { pool } = this.#options;
    const text = (): string => pool.get(hash)?.transaction.text ?? "";
    this.#add({ kind: "transactions", id: timeHashId(hash), key: hash, text, isOwn: false });
    if (this.#items.transactions.size > 2 * pool.size + SPARE) this.#forgetLeft();
  }

  #forgetLeft(): void {
    for (const item of this.#items.transactions.values())
      if (!this.#isShown(item)) this.#forget(item.kind, item.id);
  }

  #isShown({ kind, key }: NewsItem): boolean {
    return kind !== "transactions" || this.#options.pool.get(key) !== undefined;
  }

  #forget(kind: NewsKind, id: string): void {
    this.#items[kind].delete(id);
    this.#seen.set(id, true);
  }

  #add(item: Omit<NewsItem, "place">): void {
    const { kind, id, isOwn } = item;
    if (this.#items[kind].has(id)) return;
    this.#last += 1;
    this.#items[kind].set(id, { ...item, place: this.#last });
    // Others need receipts less than all else: they pass them on with what comes next.
    if (kind !== "receipts" || isOwn) this.#waking = this.#last;
    if (kind !== "receipts" && isOwn) this.#urgent = this.#last;
  }

  /** Replaces the records of a kind. Those that were there keep their places. */
  #renew<R>(
    kind: Exclude<NewsKind, "transactions">,
    records: ReadonlyMap<string, R>,
    describe: (record: R, key: string) => Omit<NewsItem, "kind" | "place">,
  ): void {
    const items = Array.from(records, ([key, record]) => ({ ...describe(record, key), kind }));
    for (const item of items) this.#add(item);
    const shown = new Set(items.map(({ id }) => id));
    for (const id of this.#items[kind].keys()) if (!shown.has(id)) this.#forget(kind, id);
  }

  /** The place that a cursor of this process names; 0 for any other text. */
  #placeOf(cursor: string): number {
    const [epoch, place] = cursor.split("-");
    return epoch === this.#epoch ? Number(place) || 0 : 0;
  }
}

/** The id of a transaction or a block. */
export function timeHashId(hash: string): string {
  return hash.slice(TIME_LENGTH, TIME_LENGTH + NEWS_ID_LENGTH);
}

function idOf(text: string): string {
  return hashOf(text).slice(0, NEWS_ID_LENGTH);
}
