import { ChainError } from "../codec/chain-error.js";
import type { Client } from "../client/create-client.js";
import type { Steps } from "../codec/steps.js";
import { memberOf, type Value, type ValueMap, weightUpTo } from "../codec/value.js";
import type { Clock } from "../consensus/clock.js";
import type { ReceiptBook, RoundTip } from "../consensus/receipt-book.js";
import { hostOf, rankOf, type ReceiptRanks } from "../consensus/receipt-ranks.js";
import type { RoundBook } from "../consensus/round-book.js";
import { readSubmissionInSteps } from "../consensus/submission-rules.js";
import type { TransactionPool } from "../consensus/transaction-pool.js";
import type { Ledger } from "../ledger/ledger.js";
import { finishSliced, forEachSliced } from "../ledger/yield-to-loop.js";
import { BROADCAST } from "../records/operations/broadcast.js";
import { chunkToValue, readChunk, type Chunk } from "../records/chunk.js";
import { Fields } from "../records/fields.js";
import { readHypothesis, type Hypothesis } from "../records/hypothesis.js";
import { MAX_ROUND_RECEIPTS, MAX_ROUND_STATEMENTS } from "../records/limits.js";
import { assertReceipt, readReceipt, askerOf } from "../records/receipt.js";
import { recordText } from "../records/record-text.js";
import { recordToInput, type SignedTransaction } from "../records/transaction.js";
import { NeighbourPoll } from "./tracking/neighbour-poll.js";
import type { PeerLog } from "./tracking/peer-log.js";
import type { Peer } from "./tracking/peer-table.js";
import type { Tracker } from "./tracking/tracker.js";
import * as errors from "./errors.js";

export interface CollectorOptions {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly tracker: Tracker;
  readonly pool: TransactionPool;
  /** Admits a transaction to the pool and verifies its signature (PROTOCOL 5.6). Throws the reason of a refusal. */
  readonly submit: (transaction: SignedTransaction) => Promise<void>;
  readonly roundBook: RoundBook;
  readonly receipts: ReceiptBook;
  readonly ranks: ReceiptRanks;
  readonly log: PeerLog;
}

/**
 * Polls per interval: every node has one interval to collect a transaction (PROTOCOL 9.4), which takes several rounds
 * of neighbours.
 */
const POLLS_PER_INTERVAL = 8;
/** How many refused transactions are remembered. They are not tried again until the tip changes. */
const MAX_REFUSED = 8192;
/** How many transactions are taken from one answer. The rest is taken from the next one. */
const MAX_TRANSACTIONS = 4096;
/**
 * The greatest weight of a receipt gathered for this node's own blocks: several times that of an ordinary receipt.
 * Blocks of others may hold heavier ones (PROTOCOL 10.1).
 */
const MAX_RECEIPT_WEIGHT = 256;
/**
 * Refusals that prove that the peer did not check the record itself. Others may result from different clocks and tips.
 */
const VIOLATIONS: ReadonlySet<string> = new Set([
  "TRANSACTION_SIGNATURE",
  "CHUNK_HASH",
  "CHUNK_SIGNATURE",
  "HYPOTHESIS_SIGNATURE",
]);

/**
 * Collects what the neighbours hold for the coming blocks: transactions, chunks, hypotheses and receipts
 * (PROTOCOL 9.1, 9.11, 10.9, 12.7).
 */
export class Collector {
  readonly #options: CollectorOptions;
  readonly #poll: NeighbourPoll;
  readonly #refused = new Set<string>();
  /** The round that `#refused` belongs to. */
  #roundKey = "";

  constructor(options: CollectorOptions) {
    this.#options = options;
    const { clock, tracker, log, ledger } = options;
    const intervalUs = ledger.network.constants.main_chain_interval / POLLS_PER_INTERVAL;
    this.#poll = new NeighbourPoll({
      clock,
      tracker,
      log,
      intervalUs,
      topic: "round",
      ask: (peer) => this.#collect(peer),
    });
  }

  get isRunning(): boolean {
    return this.#poll.isRunning;
  }

  start(): void {
    this.#poll.start();
  }

  stop(): Promise<void> {
    return this.#poll.stop();
  }

  async #collect(peer: Peer): Promise<void> {
    const { ledger, tracker } = this.#options;
    const { tip } = ledger;
    // There is no round before the first block.
    if (tip.height === 0) return;
    this.#openRound(tip.blockhash);
    const client = tracker.client(peer, { known: (key, inside) => this.#knownText(key, inside) });
    const shown = new Fields(
      await client.call(BROADCAST.name, new Map([["round_key", tip.blockhash]])),
      "broadcast",
    );
    const [chunks, hypotheses] = [shown.map("chunks"), shown.map("hypotheses")];
    if (chunks.size > MAX_ROUND_STATEMENTS || hypotheses.size > MAX_ROUND_STATEMENTS)
      throw errors.peerBroadcast({ reason: "more than a round can hold" });
    // In this order: a chunk needs its transactions, a hypothesis needs its chunks (PROTOCOL 9.11).
    await this.#takeTransactions(shown.map("transactions"));
    await forEachSliced(newIn(chunks), (chunk) => this.#offerChunk(readChunk(chunk)));
    await forEachSliced(hypotheses.values(), (each) => this.#offerHypothesis(readHypothesis(each)));
    if (ledger.network.ruleSet.hasReceipts) await this.#takeReceipts(client, tip);
  }

  /** The text of a record that this node shows itself. Most answers hold only such records. */
  #knownText(key: string, inside: string): string | undefined {
    const { pool, roundBook, receipts } = this.#options;
    if (inside === "transactions") return pool.get(key)?.transaction.text;
    if (inside === "chunks") return textOf(roundBook.chunks.get(key), chunkToValue);
    return inside === "receipts" ? receipts.ofRound(this.#roundKey).get(key)?.text : undefined;
  }

  #openRound(key: string): void {
    if (key !== this.#roundKey) this.#refused.clear();
    this.#roundKey = key;
  }

  async #takeTransactions(transactions: ValueMap): Promise<void> {
    const fresh = await finishSliced(this.#readFresh(transactions));
    await Promise.all(fresh.map((transaction) => this.#offerTransaction(transaction)));
  }

  *#readFresh(transactions: ValueMap): Steps<readonly SignedTransaction[]> {
    const fresh: SignedTransaction[] = [];
    for (const [hash, record] of transactions) {
      if (fresh.length >= MAX_TRANSACTIONS) break;
      yield;
      if (record === null || this.#isKnown(hash, record)) continue;
      const transaction = yield* this.#readTransaction(hash, record);
      if (transaction !== null) fresh.push(transaction);
    }
    return fresh;
  }

  /** Null for a transaction that this node would not admit. */
  *#readTransaction(hash: string, record: Value): Steps<SignedTransaction | null> {
    try {
      const transaction = yield* readSubmissionInSteps(recordToInput(record));
      if (transaction.hash === hash) return transaction;
    } catch (error) {
      if (!(error instanceof ChainError) || error.code !== "TRANSACTION_WEIGHT") throw error;
      this.#refuse(hash, memberOf(record, "public_key"));
      return null;
    }
    throw errors.peerBroadcast({ reason: "a transaction is listed under another hash" });
  }

  /** Any copy of a transaction will do, but one that was refused must not keep out another (PROTOCOL 15.7). */
  #isKnown(hash: string, record: Value): boolean {
    const isRefused = this.#refused.has(entryOf(hash, memberOf(record, "public_key")));
    return isRefused || this.#options.pool.get(hash) !== undefined;
  }

  async #offerTransaction(transaction: SignedTransaction): Promise<void> {
    const refusal = await refusalOf(this.#options.submit(transaction));
    // A transaction that found no room may find some at the next poll.
    if (refusal !== null && refusal.kind !== "busy") this.#refuse(transaction.hash, transaction.public_key);
  }

  #refuse(hash: string, publicKey: Value | undefined): void {
    if (this.#refused.size < MAX_REFUSED) this.#refused.add(entryOf(hash, publicKey));
  }

  async #offerChunk(chunk: Chunk): Promise<void> {
    await refusalOf(this.#options.roundBook.offerChunk(chunk));
  }

  async #offerHypothesis(hypothesis: Hypothesis): Promise<void> {
    await refusalOf(this.#options.roundBook.offerHypothesis(hypothesis));
  }

  async #takeReceipts(client: Client, tip: RoundTip): Promise<void> {
    const { receipts, ranks } = this.#options;
    const asked = new Map([
      ["chain_type", "resource"],
      ["round_key", tip.blockhash],
    ]);
    const shown = new Fields(await client.call(BROADCAST.name, asked), "broadcast").map("receipts");
    if (shown.size > MAX_ROUND_RECEIPTS) throw errors.peerBroadcast({ reason: "more than a round can hold" });
    const workers = await ranks.workers();
    await forEachSliced(newIn(shown), (value) => {
      if (weightUpTo(value, MAX_RECEIPT_WEIGHT) > MAX_RECEIPT_WEIGHT) return;
      const receipt = readReceipt(value);
      if (receipt.previous_blockhash !== tip.blockhash) return;
      const rank = rankOf(askerOf(receipt), receipt, workers);
      const source = { rank, host: hostOf(receipt, workers) };
      if (!receipts.hasRoomFor(tip, receipt, source)) return;
      assertReceipt(receipt);
      receipts.add(tip, receipt, source);
    });
  }
}

function entryOf(hash: string, publicKey: Value | undefined): string {
  return `${hash} ${typeof publicKey === "string" ? publicKey : ""}`;
}

/** Why an offer was refused, null when it was accepted. Throws a violation, and any error that is not a refusal. */
async function refusalOf(offer: Promise<unknown>): Promise<ChainError | null> {
  try {
    await offer;
    return null;
  } catch (error) {
    if (!(error instanceof ChainError) || VIOLATIONS.has(error.code)) throw error;
    return error;
  }
}

function textOf<R extends object>(record: R | undefined, toValue: (record: R) => Value): string | undefined {
  return record === undefined ? undefined : recordText(record, toValue);
}

/** The records that were read. Null stands for a known one. */
function newIn(records: ValueMap): readonly Value[] {
  return [...records.values()].filter((record) => record !== null);
}
