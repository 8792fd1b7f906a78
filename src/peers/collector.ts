import { setMaxListeners } from "node:events";
import { LRUCache } from "lru-cache";
import { ChainError, isRefusal, messageOf } from "../codec/chain-error.js";
import type { Steps } from "../codec/steps.js";
import { memberOf, type Value, type ValueMap } from "../codec/value.js";
import type { Clock } from "../base/clock/clock.js";
import type { ReceiptBook } from "../consensus/receipt-book.js";
import type { ReceiptRanks } from "../consensus/receipt-ranks.js";
import type { ReceiptRound } from "../consensus/receipt-round.js";
import type { RoundBook } from "../consensus/round-book.js";
import { timeHashId, type RoundNews } from "../consensus/round-news.js";
import { readSubmissionInSteps } from "../consensus/submission-rules.js";
import { LARGE_BYTES, type TransactionPool } from "../consensus/transaction-pool.js";
import type { Ledger } from "../ledger/ledger.js";
import { finishSliced, forEachSliced } from "../base/yield-to-loop.js";
import { BROADCAST } from "../records/operations/broadcast.js";
import { chunkToValue, readChunk, type Chunk } from "../records/chunk.js";
import { Fields } from "../records/fields.js";
import { readHypothesis, type Hypothesis } from "../records/hypothesis.js";
import { MAX_ROUND_STATEMENTS } from "../records/limits.js";
import { recordText } from "../records/record-text.js";
import { recordToInput, type SignedTransaction } from "../records/transaction.js";
import { ReceiptGathering } from "./receipt-gathering.js";
import type { PeerEnds } from "./sync/announced-blocks.js";
import { NeighbourPoll } from "./tracking/neighbour-poll.js";
import type { PeerLog } from "./tracking/peer-log.js";
import type { Peer } from "./tracking/peer-table.js";
import type { Tracker } from "./tracking/tracker.js";
import { KeptStatements } from "./kept-statements.js";
import { ToldNews } from "./told-news.js";
import { unlessAborted } from "./transport/unless-aborted.js";
import * as errors from "./errors.js";
import { intervalAmongPeers } from "../consensus/instant.js";

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
  readonly receiptRound: ReceiptRound;
  readonly news: RoundNews;
  /** Called with the ends of a peer's chains, when it tells them. */
  readonly onEnds: (peer: Peer, ends: PeerEnds) => Promise<void>;
  /** The hosts of the other slot holders at a time, µs, while this node holds the newest slot; else none. */
  readonly holdersToAsk: (timeUs: number) => Promise<readonly string[]>;
  readonly log: PeerLog;
}

interface OpenQuestion {
  readonly sinceUs: number;
  /** Whether the operator named the peer that is asked. */
  readonly isNamed: boolean;
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
 * Refusals that prove that the peer did not check the record itself. Others may result from different clocks and tips.
 */
const VIOLATIONS: ReadonlySet<string> = new Set([
  "TRANSACTION_SIGNATURE",
  "CHUNK_HASH",
  "CHUNK_SIGNATURE",
  "HYPOTHESIS_SIGNATURE",
]);
/** Refusals that pass when a block, a transaction or a chunk arrives, or with time. */
const PASSING: ReadonlySet<string> = new Set([
  "ROUND_CLOSED",
  "PREMATURE",
  "CHUNK_INCOMPLETE",
  "HYPOTHESIS_INCOMPLETE",
  "NOT_A_VALIDATOR",
]);
/** Peers that are not near and tell news are asked in turn, so many an interval: those that are near tell sooner. */
const OUTSIDE_AN_INTERVAL = 16;
/** From this part of an interval before a round time until this part after it, those that tell no news are asked. */
const CLOSING = { before: 1 / 8, after: 3 / 8 };
/** Of so many hosts it is known what they have told. */
const MAX_HOSTS = 64;
/** So many large transactions that found no room are remembered. */
const MAX_LARGE = 512;

/**
 * Collects what the neighbours hold for the coming blocks: transactions, chunks, hypotheses and receipts
 * (PROTOCOL 9.1, 9.11, 10.9, 12.7).
 */
export class Collector {
  readonly #options: CollectorOptions;
  readonly #poll: NeighbourPoll;
  readonly #receipts: ReceiptGathering;
  readonly #refused = new Set<string>();
  /** By host. */
  readonly #told = new LRUCache<string, ToldNews>({ max: MAX_HOSTS });
  readonly #kept = new KeptStatements();
  /** The questions for the records that are being asked for, by id. */
  readonly #asked = new Map<string, OpenQuestion>();
  /** From when on a large transaction that found no room is asked for again, µs, by id. */
  readonly #again = new LRUCache<string, number>({ maxSize: MAX_LARGE, sizeCalculation: () => 1 });
  #stopped = new AbortController();
  /** The last look for slot holders to ask, which reads the store. */
  #asking: Promise<void> = Promise.resolve();
  /** The round that `#refused` belongs to. */
  #roundKey = "";

  constructor(options: CollectorOptions) {
    this.#options = options;
    const { clock, tracker, log, ledger } = options;
    this.#receipts = new ReceiptGathering(options);
    const intervalUs = intervalAmongPeers(ledger.network.constants.main_chain_interval) / POLLS_PER_INTERVAL;
    this.#poll = new NeighbourPoll({
      clock,
      tracker,
      log,
      intervalUs,
      nearPolls: POLLS_PER_INTERVAL,
      topic: "round",
      ask: (peer, isNear) => this.#ask(peer, isNear),
      onPoll: () => {
        this.#offerKept();
        this.#asking = this.#askHolders().catch((error: unknown) => options.log("error", messageOf(error)));
        return this.#kept.isEmpty && [...tracker.peers.values()].every(({ host }) => this.isTelling(host));
      },
    });
  }

  get isRunning(): boolean {
    return this.#poll.isRunning;
  }

  start(): void {
    this.#stopped = new AbortController();
    // Each neighbour that is asked listens.
    setMaxListeners(0, this.#stopped.signal);
    this.#poll.start();
  }

  /** Leaves the questions that wait for news. */
  async stop(): Promise<void> {
    const stopped = this.#poll.stop();
    this.#stopped.abort();
    await stopped;
    await this.#asking;
  }

  isTelling(host: string): boolean {
    return this.#told.peek(host)?.isTelling === true;
  }

  /**
   * Asks the slot holders that tell no news while the round that this node decides on closes. It does so beside open
   * questions, which left those holders before their last transactions came (PROTOCOL 15.14).
   */
  async #askHolders(): Promise<void> {
    const { ledger, clock, tracker, holdersToAsk } = this.#options;
    const share = (clock.nowUs() / intervalAmongPeers(ledger.network.constants.main_chain_interval)) % 1;
    if (share >= CLOSING.after && share < 1 - CLOSING.before) return;
    const hosts = new Set(await holdersToAsk(clock.nowUs()));
    for (const peer of tracker.peers.values())
      if (hosts.has(peer.host) && !this.isTelling(peer.host)) this.#poll.askBeside(peer);
  }

  async #ask(peer: Peer, isNear: boolean): Promise<void> {
    const { ledger, clock, tracker } = this.#options;
    const told = this.#toldBy(peer.host);
    const outside = tracker.neighbours().length - tracker.near().length;
    const intervals = Math.ceil(outside / OUTSIDE_AN_INTERVAL);
    const outsideUs = (intervals - 0.5) * intervalAmongPeers(ledger.network.constants.main_chain_interval);
    if (!isNear && told.isTelling && clock.nowUs() - told.askedUs < outsideUs) return;
    told.askedUs = clock.nowUs();
    const hasMore = await this.#collect(peer, told, { isFirst: true, isNear });
    // What the peer has told is asked for at once.
    if (hasMore) await this.#collect(peer, told, { isFirst: false, isNear: false });
  }

  /** Asks a peer once. Returns whether there is more to ask it for. */
  async #collect(
    peer: Peer,
    told: ToldNews,
    { isFirst, isNear }: { readonly isFirst: boolean; readonly isNear: boolean },
  ): Promise<boolean> {
    const { ledger, tracker, clock, news, onEnds } = this.#options;
    const { tip } = ledger;
    // There is no round before the first block.
    if (tip.height === 0) return false;
    this.#openRound(tip.blockhash);
    news.look();
    const isLacking = (id: string): boolean => !news.has(id);
    // A peer that does not give what it told must not keep this node from the others.
    const patienceUs = intervalAmongPeers(ledger.network.constants.main_chain_interval) / 2;
    const isNamed = tracker.isNamed(peer.host);
    const isToAsk = (id: string): boolean => {
      const asked = this.#asked.get(id);
      // A stranger that gives nothing must not keep this node from one that the operator named (PROTOCOL 15.12).
      const isOpen =
        asked !== undefined && clock.nowUs() - asked.sinceUs < patienceUs && (asked.isNamed || !isNamed);
      return !isOpen && clock.nowUs() >= (this.#again.get(id) ?? -Infinity) && !told.isRefused(id);
    };
    const question = told.question({
      isLacking,
      isToAsk,
      isFirst,
      mayWait: isNear,
      patienceMs: Math.ceil(patienceUs / 1000),
      tip: timeHashId(tip.blockhash),
    });
    const isTelling = told.isTelling && ledger.network.ruleSet.hasReceipts;
    // Without `round_key`, of the peer's open round: one that is a block behind shows its transactions too.
    const parameters = new Map<string, Value>(question.parameters);
    if (isTelling) parameters.set("chain_type", "all");
    const client = tracker.client(peer, { known: (key, inside) => this.#knownText(key, inside) });
    const askedUs = clock.nowUs();
    const open: OpenQuestion = { sinceUs: askedUs, isNamed };
    for (const id of question.asked) this.#asked.set(id, open);
    try {
      const answer = await unlessAborted(this.#stopped.signal, client.send(BROADCAST.name, parameters));
      if (!question.isWaiting) tracker.distances.note(peer.host, clock.nowUs() - askedUs);
      const data = answer.get("data");
      const ends = told.read(answer);
      await this.#take(new Fields(isTelling ? memberOf(data, "main") : data, "broadcast"), peer, told);
      if (ends === null) await this.#receipts.gather(peer.host, client);
      else if (isTelling)
        await this.#receipts.take(new Fields(memberOf(data, "resource"), "broadcast").map("receipts"));
      if (ends !== null) await onEnds(peer, ends);
      return told.hasWanted((id) => isLacking(id) && isToAsk(id));
    } catch (error) {
      // Asking again after a record that breaks a rule would count as answered, time and again.
      if (!isRefusal(error)) told.wantAgain(question.asked);
      throw error;
    } finally {
      for (const id of question.asked) if (this.#asked.get(id) === open) this.#asked.delete(id);
    }
  }

  async #take(shown: Fields, peer: Peer, told: ToldNews): Promise<void> {
    const [chunks, hypotheses] = [shown.map("chunks"), shown.map("hypotheses")];
    if (chunks.size > MAX_ROUND_STATEMENTS || hypotheses.size > MAX_ROUND_STATEMENTS)
      throw errors.peerBroadcast({ reason: "more than a round can hold" });
    // In this order: a chunk needs its transactions, a hypothesis needs its chunks (PROTOCOL 9.11).
    await this.#takeTransactions(shown.map("transactions"), told);
    const nowUs = this.#options.clock.nowUs();
    await forEachSliced(newIn(chunks), async (value) => {
      const chunk = readChunk(value);
      if (!(await this.#offerChunk(chunk)) && told.isTelling) this.#kept.keepChunk(peer, chunk, nowUs);
    });
    await forEachSliced(hypotheses.values(), async (value) => {
      const hypothesis = readHypothesis(value);
      if (!(await this.#offerHypothesis(hypothesis)) && told.isTelling)
        this.#kept.keepHypothesis(peer, hypothesis, nowUs);
    });
  }

  #toldBy(host: string): ToldNews {
    const known = this.#told.get(host);
    if (known !== undefined) return known;
    const told = new ToldNews();
    this.#told.set(host, told);
    return told;
  }

  /** Offers the statements again that peers which tell news do not show again. */
  #offerKept(): void {
    const { tracker, clock } = this.#options;
    void this.#kept.offer(clock.nowUs(), {
      chunk: (chunk) => this.#offerChunk(chunk),
      hypothesis: (hypothesis) => this.#offerHypothesis(hypothesis),
      onFailure: (peer, error) => {
        if (error instanceof ChainError) tracker.countFailure(peer, error, "round");
      },
    });
  }

  /** The text of a record that this node shows itself. Most answers hold only such records. */
  #knownText(key: string, inside: string): string | undefined {
    const { pool, roundBook, receipts, receiptRound } = this.#options;
    if (inside === "transactions") return pool.get(key)?.transaction.text;
    if (inside === "chunks") return textOf(roundBook.chunks.get(key), chunkToValue);
    return inside === "receipts" ? receipts.ofRound(receiptRound.tip.blockhash).get(key)?.text : undefined;
  }

  #openRound(key: string): void {
    if (key !== this.#roundKey) {
      this.#refused.clear();
      for (const told of this.#told.values()) told.forgetRefused();
    }
    this.#roundKey = key;
  }

  async #takeTransactions(transactions: ValueMap, told: ToldNews): Promise<void> {
    const fresh = await finishSliced(this.#readFresh(transactions, told));
    await Promise.all(
      fresh.map(async (transaction) => {
        if (!(await this.#offerTransaction(transaction, told))) told.wantLater(timeHashId(transaction.hash));
      }),
    );
  }

  *#readFresh(transactions: ValueMap, told: ToldNews): Steps<readonly SignedTransaction[]> {
    const fresh: SignedTransaction[] = [];
    for (const [hash, record] of transactions) {
      if (fresh.length >= MAX_TRANSACTIONS) break;
      yield;
      if (record === null || this.#isKnown(hash, record)) continue;
      const transaction = yield* this.#readTransaction(hash, record, told);
      if (transaction !== null) fresh.push(transaction);
    }
    return fresh;
  }

  /** Null for a transaction that this node would not admit. */
  *#readTransaction(hash: string, record: Value, told: ToldNews): Steps<SignedTransaction | null> {
    try {
      const transaction = yield* readSubmissionInSteps(recordToInput(record));
      if (transaction.hash === hash) return transaction;
    } catch (error) {
      if (!(error instanceof ChainError) || error.code !== "TRANSACTION_WEIGHT") throw error;
      this.#refuse(hash, memberOf(record, "public_key"), told);
      return null;
    }
    throw errors.peerBroadcast({ reason: "a transaction is listed under another hash" });
  }

  /** Any copy of a transaction will do, but one that was refused must not keep out another (PROTOCOL 15.7). */
  #isKnown(hash: string, record: Value): boolean {
    const isRefused = this.#refused.has(entryOf(hash, memberOf(record, "public_key")));
    const { pool } = this.#options;
    return isRefused || pool.get(hash) !== undefined || pool.hasLeft(hash);
  }

  /** Returns whether it was taken. */
  async #offerTransaction(transaction: SignedTransaction, told: ToldNews): Promise<boolean> {
    const refusal = await refusalOf(this.#options.submit(transaction));
    if (refusal === null) return true;
    // A transaction that found no room may find some at the next poll.
    if (refusal.kind === "busy") this.#postpone(transaction);
    else this.#refuse(transaction.hash, transaction.public_key, told);
    return false;
  }

  /** Full pools would exchange large transactions at each poll, and their blocks would not get through. */
  #postpone({ hash, size }: SignedTransaction): void {
    const { ledger, clock } = this.#options;
    const intervals = Math.floor(size / LARGE_BYTES);
    const pauseUs = intervals * intervalAmongPeers(ledger.network.constants.main_chain_interval);
    if (intervals > 0) this.#again.set(timeHashId(hash), clock.nowUs() + pauseUs);
  }

  /** Another peer may have another copy, so only this one is not asked for it again. */
  #refuse(hash: string, publicKey: Value | undefined, told: ToldNews): void {
    told.refuse(timeHashId(hash));
    if (this.#refused.size < MAX_REFUSED) this.#refused.add(entryOf(hash, publicKey));
  }

  /** Returns whether it needs not be offered again. */
  async #offerChunk(chunk: Chunk): Promise<boolean> {
    return isSettled(await refusalOf(this.#options.roundBook.offerChunk(chunk)));
  }

  async #offerHypothesis(hypothesis: Hypothesis): Promise<boolean> {
    return isSettled(await refusalOf(this.#options.roundBook.offerHypothesis(hypothesis)));
  }
}

function isSettled(refusal: ChainError | null): boolean {
  return refusal === null || !PASSING.has(refusal.code);
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
