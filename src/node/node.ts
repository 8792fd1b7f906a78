import type { StateKind } from "../codec/state-key.js";
import { messageOf, type ChainError } from "../codec/chain-error.js";
import type { Value } from "../codec/value.js";
import { Admission } from "../consensus/admission.js";
import { ArrivalAges } from "../consensus/arrival-ages.js";
import type { Clock } from "../consensus/clock.js";
import type { Conflict } from "../consensus/conflicting-statements.js";
import { Intervals } from "../consensus/intervals.js";
import { createLane, settled } from "../consensus/lane.js";
import { ReceiptBook } from "../consensus/receipt-book.js";
import { ReceiptRanks } from "../consensus/receipt-ranks.js";
import { RoundBook } from "../consensus/round-book.js";
import { SlotsAt } from "../consensus/slots-at.js";
import { DroppedTransactions } from "../consensus/dropped-transactions.js";
import { readSubmissionInSteps } from "../consensus/submission-rules.js";
import { TransactionPool } from "../consensus/transaction-pool.js";
import { Ledger } from "../ledger/ledger.js";
import { answerRequest } from "../ledger/requests/answer-request.js";
import { INLINE_VERIFIER } from "../ledger/signatures/signature-verifier.js";
import { finishSliced } from "../ledger/yield-to-loop.js";
import { summaryOf, type MainBlock } from "../records/main-block.js";
import { createNetwork } from "../records/network.js";
import { readRequest } from "../records/request.js";
import type { SignedTransaction } from "../records/transaction.js";
import { PeerNetwork } from "../peers/peer-network.js";
import { CommitTimes } from "../peers/sync/commit-times.js";
import type { MainBlockSummary, Store } from "../store/store.js";
import { broadcastView } from "./views/broadcast-view.js";
import { infoView, roundView } from "./views/chain-views.js";
import type {
  Answer,
  BroadcastQuery,
  Engine,
  PeerAnswer,
  PeerQuery,
  RequestInput,
  RoundQuery,
  SignedInput,
} from "./engine.js";
import { CarriedPool } from "./carried-pool.js";
import { lossError, lossText, type ChainLoss } from "./directory/chain-loss.js";
import type { Identity } from "./directory/identity.js";
import { Inclusion } from "./inclusion.js";
import { inspectState } from "./views/inspect-state.js";
import { Listeners } from "./views/listeners.js";
import { withFate } from "./views/transaction-fate.js";
import type { SubmissionObserver } from "./metrics/submission-meter.js";
import { silentLog, type Log } from "./log.js";
import { createMining, type Mining } from "./mining.js";
import type { Losses, NodeOptions } from "./node-options.js";
import { answerPeer } from "./views/peer-answer.js";
import { Rounds } from "./rounds.js";
import { StandstillWatch } from "./standstill.js";
import { weighTransaction } from "./weigh-transaction.js";

/** One running node: the ledger, the pool, the round, and every operation of the RPC interface (docs/rpc.md). */
export class Node implements Engine {
  readonly ledger: Ledger;
  readonly pool: TransactionPool;
  readonly identity: Identity;
  readonly clock: Clock;
  /** The records of the open round; those of other nodes are offered here. */
  readonly roundBook: RoundBook;
  readonly mining: Mining;
  readonly standstill: StandstillWatch;
  readonly peers: PeerNetwork | null = null;
  readonly #store: Store;
  readonly #admission: Admission;
  readonly #rounds: Rounds;
  readonly #inclusion: Inclusion;
  readonly #carried: CarriedPool;
  readonly #dropped = new DroppedTransactions();
  readonly #receipts = new ReceiptBook();
  /** The lane in which blocks are committed. */
  readonly #lane = createLane();
  readonly #losses: Losses | undefined;
  readonly #log: Log;
  readonly #observer: SubmissionObserver | undefined;
  readonly #blocks = new Listeners<MainBlockSummary>();
  readonly #commitTimes = new CommitTimes();

  private constructor(options: NodeOptions, ledger: Ledger) {
    const { store, identity, clock, verifier = INLINE_VERIFIER, poolMemory, log = silentLog } = options;
    const { main_chain_interval } = ledger.network.constants;
    const pool = new TransactionPool(options.poolLimits);
    const slots = new SlotsAt(ledger);
    const shared = {
      ledger,
      clock,
      pool,
      slots,
      intervals: new Intervals(main_chain_interval, pool.limits),
      ages: new ArrivalAges(main_chain_interval),
      receipts: this.#receipts,
      ranks: new ReceiptRanks({
        ledger,
        own: identity.node.address,
        peers: () => this.peers?.tracker.hostnames() ?? new Map<string, string>(),
      }),
      commitTimes: this.#commitTimes,
      lane: this.#lane,
      onDropped: (hash: string, reason: string) => this.#noteDropped(hash, reason),
      log,
    };
    this.ledger = ledger;
    this.pool = pool;
    this.identity = identity;
    this.clock = clock;
    this.#store = store;
    this.#losses = options.losses;
    this.#log = log;
    this.#observer = options.observer;
    this.#blocks.add((block) => this.#commitTimes.note(block, clock.nowUs()));
    this.#admission = new Admission({
      ...shared,
      verifier,
      isDeciding: (roundTimeUs) => slots.isNewest(identity.node.address, roundTimeUs),
    });
    this.roundBook = new RoundBook({ ...shared, onConflict: (conflict) => this.#noteConflict(conflict) });
    this.standstill = new StandstillWatch(ledger, clock, log);
    this.#rounds = new Rounds({
      ...shared,
      identity,
      signingMemory: options.signingMemory,
      book: this.roundBook,
      standstill: this.standstill,
      isFollowing: () => this.#isFollowing,
      onBlock: (block) => this.#blocks.tell(block),
    });
    this.#inclusion = new Inclusion({ store, pool, dropped: this.#dropped, turns: this.#rounds.turns });
    this.#carried = new CarriedPool({
      ...shared,
      store,
      ...(poolMemory === undefined ? {} : { memory: poolMemory }),
      submit: (transaction) => this.submit(transaction),
    });
    this.mining = createMining(options, log, {
      ...shared,
      isFollowing: () => this.#isFollowing || this.loss !== null,
      validator: identity.node.address,
      miner: identity.owner,
    });
    if (options.peers === undefined) return;
    this.peers = new PeerNetwork({
      ...shared,
      ...options.peers,
      verifier,
      listener: {
        onMainBlock: (block) => this.#noteTaken(block),
        onUndone: (transactions) => this.#resubmit(transactions),
      },
      submit: (transaction) => this.submit(transaction),
      roundBook: this.roundBook,
      key: identity.peer,
      log: (level, message, fields = {}) => log({ level, module: "peers", message, fields }),
    });
  }

  static async open(options: NodeOptions): Promise<Node> {
    const ledger = await Ledger.open(options.store, createNetwork(options.network), options.runners);
    const node = new Node(options, ledger);
    // Before the first round: its block could be dated after them, and they would be too late.
    if (node.loss === null) await node.#carried.restore();
    return node;
  }

  /** Why no block can be made: blocks are lost, or the last turn of the rounds failed. Null when there is no fault. */
  get fault(): string | null {
    return this.loss === null ? this.#rounds.fault : lossText(this.loss);
  }

  /** The blocks that this node had and its database lacks. Until they are back, the node signs and accepts nothing. */
  get loss(): ChainLoss | null {
    return this.#losses?.loss ?? null;
  }

  /** Takes part in rounds from now on, or as soon as no block is lost. */
  start(): void {
    if (this.loss === null) this.#rounds.start();
    else {
      this.#losses?.onceSound(() => {
        this.#log({
          level: "info",
          module: "node",
          message: "the chain has its earlier height again: signing continues",
        });
        this.#rounds.start();
      });
    }
    this.peers?.start();
  }

  /** Notes that an accepted transaction left the pool and is in no block (PROTOCOL 15.2). */
  #noteDropped(hash: string, reason: string): void {
    const { height } = this.ledger.tip;
    this.#dropped.note(hash, { reason, height });
    this.#observer?.onDropped();
    const fields = { hash, reason, height };
    this.#log({ level: "info", module: "consensus", message: "transaction dropped", fields });
  }

  /** Notes that a validator signed two statements for one tip and time (PROTOCOL 15.5). */
  #noteConflict({ kind, signer, s_timestamp, hashes: [first, second] }: Conflict): void {
    const fields = { kind, signer, s_timestamp, first, second };
    this.#log({ level: "warn", module: "consensus", message: "conflicting statements", fields });
  }

  /** Called when a main block of a peer is committed. */
  #noteTaken(block: MainBlock): void {
    this.pool.remove(block.transactions.map(({ hash }) => hash));
    this.#blocks.tell(summaryOf(block));
  }

  get #isFollowing(): boolean {
    return this.peers?.sync.isFollowing === true;
  }

  /** Submits the transactions of undone blocks again. Those that the chain no longer accepts are dropped. */
  #resubmit(transactions: readonly SignedTransaction[]): void {
    for (const transaction of transactions) {
      this.submit(transaction).catch((error: unknown) =>
        this.#noteDropped(transaction.hash, messageOf(error)),
      );
    }
  }

  /**
   * Stops the node. When it is the only validator, it first seals what falls due within `graceUs`. Transactions that
   * are still pending are kept for the next start (PROTOCOL 15.2). The caller must submit nothing from now on.
   *
   * @param graceUs µs by the node's clock, which must keep running meanwhile.
   */
  async stop(graceUs = 0): Promise<void> {
    this.#losses?.onceSound(null);
    await this.peers?.stop();
    await this.#admission.settled();
    await this.#rounds.finish(graceUs);
    await this.mining.stop();
    await this.settled();
    // While blocks are lost, the pool file was not restored: it must not be overwritten.
    if (this.loss === null) await this.#carried.save();
    await this.#store.close();
  }

  /** Resolves when no block is being made and no transaction is being admitted. */
  async settled(): Promise<void> {
    await this.#admission.settled();
    await this.mining.settled();
    await settled(this.#lane);
  }

  /** Calls the listener after each block. The returned function removes the listener. */
  onBlock(listener: (block: MainBlockSummary) => void): () => void {
    return this.#blocks.add(listener);
  }

  /**
   * Resolves when all these transactions are in blocks. Throws `TRANSACTION_DROPPED` when one left the pool otherwise.
   */
  whenIncluded(hashes: readonly string[]): Promise<void> {
    return this.#inclusion.whenIncluded(hashes);
  }

  /** The error with which every submission is refused now; null while submissions are accepted. */
  get overload(): ChainError | null {
    return this.loss === null ? this.#admission.overload : lossError(this.loss);
  }

  async sendTransaction(input: SignedInput): Promise<string> {
    const transaction = await finishSliced(readSubmissionInSteps(input));
    await this.submit(transaction);
    return transaction.hash;
  }

  /** SendTransaction for a transaction that has been read. */
  async submit(transaction: SignedTransaction): Promise<void> {
    try {
      if (this.loss !== null) throw lossError(this.loss);
      await this.#admission.submit(transaction);
    } catch (error) {
      this.#observer?.onRefused(error);
      throw error;
    }
    this.#observer?.onAccepted(() => this.whenIncluded([transaction.hash]));
  }

  weight(input: SignedInput): Promise<bigint> {
    return weighTransaction(this.ledger, input);
  }

  async request(input: RequestInput): Promise<Answer> {
    const request = readRequest(input.request);
    return withFate(await answerRequest(this.ledger, request), request, {
      pool: this.pool,
      dropped: this.#dropped,
    });
  }

  info(): Promise<Value> {
    return infoView(this.ledger, "is_running", {
      chain_maker_policy: this.#rounds.isRunning,
      resource_miner_policy: this.mining.isOn,
      peer_searcher_policy: this.peers?.tracker.isRunning ?? false,
      collector_policy: this.peers?.collector.isRunning ?? false,
      mining: this.mining.isSearching,
    });
  }

  round(query: RoundQuery): Promise<Value> {
    return roundView(this.ledger, this.clock.nowUs(), query);
  }

  async broadcast(query: BroadcastQuery): Promise<Answer> {
    const { ledger, pool, roundBook: book } = this;
    return broadcastView({ ledger, pool, book, receipts: this.#receipts }, query);
  }

  peer(query: PeerQuery): Promise<PeerAnswer> {
    const { ledger, clock, identity, peers } = this;
    return answerPeer({ ledger, key: identity.peer, nowUs: clock.nowUs(), tracker: peers?.tracker }, query);
  }

  inspect(kind: StateKind, key: string): Promise<Value> {
    return inspectState(this.ledger, kind, key);
  }
}
