import { ChainError } from "../codec/chain-error.js";
import type { MainBroadcast } from "../client/answers.js";
import type { Client } from "../client/create-client.js";
import type { Clock } from "../consensus/clock.js";
import type { RoundTip } from "../consensus/receipt-book.js";
import type { Ledger } from "../ledger/ledger.js";
import { assertReceipt, receiptSigner, type Receipt } from "../records/receipt.js";
import { readSignedTransaction, type SignedTransaction } from "../records/transaction.js";
import { NeighbourPoll } from "./neighbour-poll.js";
import type { PeerLog } from "./peer-log.js";
import type { Peer } from "./peer-table.js";
import type { Tracker } from "./tracker.js";

/** Where what others hold for the coming block goes. */
export interface Intake {
  /** Whether a transaction is in the pool already. */
  hasTransaction(hash: string): boolean;
  /** Admits it, its signature verified there; throws why not (PROTOCOL 5). */
  offerTransaction(transaction: SignedTransaction): Promise<void>;
  /** The receipts of a round that are held already, by their asker. */
  receiptsOf(roundKey: string): ReadonlyMap<string, Receipt>;
  /** Takes a receipt that has been verified. */
  offerReceipt(round: RoundTip, receipt: Receipt): void;
}

export interface CollectorOptions {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly tracker: Tracker;
  readonly intake: Intake;
  readonly log: PeerLog;
}

/** Everyone has one interval to collect a transaction (PROTOCOL 9, step 3): several rounds of neighbours. */
const POLLS_PER_INTERVAL = 8;
/** Transactions that were refused are not tried again while the tip stands, so many of them. */
const MAX_REFUSED = 8192;
/** Refusals that only a peer that did not look itself brings about. */
const VIOLATIONS: ReadonlySet<string> = new Set(["TRANSACTION_MALFORMED", "TRANSACTION_SIGNATURE"]);

/** Gathers from the neighbours what they hold for the coming block: transactions and receipts (PROTOCOL 9, 10, 12). */
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
    this.#poll = new NeighbourPoll({ clock, tracker, log, intervalUs, ask: (peer) => this.#collect(peer) });
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
    // Before the first block there is no round.
    if (tip.height === 0) return;
    const client = tracker.client(peer);
    this.#openRound(tip.blockhash);
    await this.#takeTransactions(await client.broadcast(tip.blockhash));
    await this.#takeReceipts(client, tip);
  }

  #openRound(key: string): void {
    if (key !== this.#roundKey) this.#refused.clear();
    this.#roundKey = key;
  }

  async #takeTransactions({ transactions }: MainBroadcast): Promise<void> {
    const { intake } = this.#options;
    const fresh: SignedTransaction[] = [];
    for (const [hash, record] of transactions) {
      if (this.#refused.has(hash) || intake.hasTransaction(hash)) continue;
      fresh.push(readSignedTransaction(record));
    }
    await Promise.all(fresh.map((transaction) => this.#offer(transaction)));
  }

  async #offer(transaction: SignedTransaction): Promise<void> {
    try {
      await this.#options.intake.offerTransaction(transaction);
    } catch (error) {
      if (!(error instanceof ChainError) || VIOLATIONS.has(error.code)) throw error;
      // It may have fitted the peer's chain; it does not fit ours now.
      if (this.#refused.size < MAX_REFUSED) this.#refused.add(transaction.hash);
    }
  }

  async #takeReceipts(client: Client, tip: RoundTip): Promise<void> {
    const { intake } = this.#options;
    const held = intake.receiptsOf(tip.blockhash);
    for (const receipt of (await client.resourceBroadcast(tip.blockhash)).values()) {
      if (receipt.previous_blockhash !== tip.blockhash) continue;
      if (held.get(receiptSigner(receipt))?.receipt_hash === receipt.receipt_hash) continue;
      assertReceipt(receipt);
      intake.offerReceipt(tip, receipt);
    }
  }
}
