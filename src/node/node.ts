import { messageOf, type ChainError } from "../codec/chain-error.js";
import type { Value } from "../codec/value.js";
import { Admission } from "../consensus/admission.js";
import { ArrivalAges } from "../consensus/arrival-ages.js";
import { ChainMaker, type ChainMakerOptions } from "../consensus/chain-maker.js";
import type { Clock } from "../consensus/clock.js";
import { Intervals } from "../consensus/intervals.js";
import { createLane, settled } from "../consensus/lane.js";
import { ReceiptBook } from "../consensus/receipt-book.js";
import { RoundBook } from "../consensus/round-book.js";
import { RoundSigner } from "../consensus/round-signer.js";
import { SlotsAt } from "../consensus/slots-at.js";
import { DroppedTransactions } from "../consensus/dropped-transactions.js";
import type { SigningMemory } from "../consensus/signing-memory.js";
import { readSubmissionInSteps } from "../consensus/submission-rules.js";
import { TransactionPool, type PoolLimits } from "../consensus/transaction-pool.js";
import { Ledger } from "../ledger/ledger.js";
import { answerRequest } from "../ledger/requests/answer-request.js";
import type { Runners } from "../ledger/runs/runner.js";
import { INLINE_VERIFIER, type SignatureVerifier } from "../ledger/signatures/signature-verifier.js";
import { finishSliced } from "../ledger/yield-to-loop.js";
import type { MainBlock } from "../records/main-block.js";
import { createNetwork, type NetworkDefinition } from "../records/network.js";
import { readRequest } from "../records/request.js";
import type { SignedTransaction } from "../records/transaction.js";
import { PeerNetwork, type PeerSettings } from "../peers/peer-network.js";
import type { MainBlockSummary, StateKind, Store } from "../store/store.js";
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
import { CarriedPool, type PoolMemory } from "./carried-pool.js";
import { lossError, lossText, type ChainLoss } from "./directory/chain-loss.js";
import type { LossWatch } from "./directory/loss-watch.js";
import type { Identity } from "./directory/identity.js";
import { Inclusion } from "./inclusion.js";
import { inspectState } from "./views/inspect-state.js";
import { Listeners } from "./views/listeners.js";
import { withFate } from "./views/transaction-fate.js";
import { silentLog, type Log } from "./log.js";
import { createMining, type Mining, type MiningSettings, type NonceSearchFactory } from "./mining.js";
import { OwnReceipts } from "./own-receipts.js";
import { answerPeer } from "./views/peer-answer.js";
import { Rounds } from "./rounds.js";
import { StandstillWatch } from "./standstill.js";
import { weighTransaction } from "./weigh-transaction.js";

export interface NodeOptions {
  readonly store: Store;
  readonly network: NetworkDefinition;
  readonly identity: Identity;
  readonly clock: Clock;
  readonly signingMemory: SigningMemory;
  readonly poolLimits?: PoolLimits;
  /** Keeps accepted transactions until the next start; without it, those that are pending at a stop are dropped. */
  readonly poolMemory?: PoolMemory;
  readonly mining?: MiningSettings;
  /** How nonces are searched; by default in threads. */
  readonly createSearch?: NonceSearchFactory;
  /** Verifies signatures; by default in the node's own thread. */
  readonly verifier?: SignatureVerifier;
  /** Run the contract machine; by default in the node's own thread. */
  readonly runners?: Runners;
  /** Left out: the node works without peers. */
  readonly peers?: PeerSettings;
  /** Whether blocks of the chain are lost; by default no blocks are. */
  readonly losses?: Losses;
  readonly log?: Log;
}

/** The part of a `LossWatch` that a node uses. */
export type Losses = Pick<LossWatch, "loss" | "onceSound">;

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
  readonly peers: PeerNetwork | null;
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
  readonly #blocks = new Listeners<MainBlockSummary>();

  private constructor(options: NodeOptions, ledger: Ledger) {
    const { store, identity, clock, verifier = INLINE_VERIFIER } = options;
    this.ledger = ledger;
    this.pool = new TransactionPool(options.poolLimits);
    this.identity = identity;
    this.clock = clock;
    this.#store = store;
    this.#losses = options.losses;
    this.#log = options.log ?? silentLog;
    const slots = new SlotsAt(ledger);
    const interval = ledger.network.constants.main_chain_interval;
    const closing = {
      intervals: new Intervals(interval, this.pool.limits),
      ages: new ArrivalAges(interval),
    };
    this.#admission = new Admission({
      ...closing,
      ledger,
      pool: this.pool,
      clock,
      verifier,
      isDeciding: (roundTimeUs) => slots.isNewest(identity.node.address, roundTimeUs),
    });
    this.roundBook = new RoundBook({ ledger, pool: this.pool, clock, slots });
    this.standstill = new StandstillWatch(ledger, clock, this.#log);
    this.#rounds = this.#createRounds({ ...closing, slots }, options.signingMemory);
    this.#inclusion = new Inclusion({
      store,
      pool: this.pool,
      dropped: this.#dropped,
      turns: this.#rounds.turns,
    });
    this.#carried = new CarriedPool({
      store,
      pool: this.pool,
      ...(options.poolMemory === undefined ? {} : { memory: options.poolMemory }),
      submit: (transaction) => this.submit(transaction),
      onDropped: (hash, reason) => this.#noteDropped(hash, reason),
      log: this.#log,
    });
    this.mining = createMining(options, this.#log, {
      ledger,
      clock,
      receipts: this.#receipts,
      lane: this.#lane,
      isFollowing: () => this.#isFollowing || this.loss !== null,
      validator: identity.node.address,
      miner: identity.owner,
    });
    this.peers = options.peers === undefined ? null : this.#createPeers(options.peers, verifier);
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
    const { loss } = this;
    return loss === null ? this.#rounds.fault : lossText(loss);
  }

  /** The blocks that this node had and its database lacks. Until they are back, the node signs and accepts nothing. */
  get loss(): ChainLoss | null {
    return this.#losses?.loss ?? null;
  }

  /** Takes part in rounds from now on, or as soon as no block is lost. */
  start(): void {
    if (this.loss === null) this.#rounds.start();
    else this.#losses?.onceSound(() => this.#goOn());
    this.peers?.start();
  }

  #goOn(): void {
    this.#log({ level: "info", module: "node", message: "the chain is as high as it was: signing goes on" });
    this.#rounds.start();
  }

  #createRounds(
    parts: Pick<ChainMakerOptions, "slots" | "intervals" | "ages">,
    memory: SigningMemory,
  ): Rounds {
    const { ledger, pool, clock, identity, roundBook: book, standstill } = this;
    const signer = new RoundSigner(identity.node, memory);
    return new Rounds({
      ledger,
      clock,
      pool,
      lane: this.#lane,
      chainMaker: new ChainMaker({
        ledger,
        pool,
        clock,
        book,
        ...parts,
        signer,
        onDropped: (hash, reason) => this.#noteDropped(hash, reason),
      }),
      receipts: new OwnReceipts(this.#receipts, identity),
      standstill,
      isFollowing: () => this.#isFollowing,
      onBlock: (block) => this.#blocks.tell(block),
      log: this.#log,
    });
  }

  /** Notes that an accepted transaction left the pool and is in no block (PROTOCOL 15.2). */
  #noteDropped(hash: string, reason: string): void {
    const { height } = this.ledger.tip;
    this.#dropped.note(hash, { reason, height });
    const fields = { hash, reason, height };
    this.#log({ level: "info", module: "consensus", message: "transaction dropped", fields });
  }

  #createPeers(settings: PeerSettings, verifier: SignatureVerifier): PeerNetwork {
    return new PeerNetwork({
      ...settings,
      ledger: this.ledger,
      clock: this.clock,
      lane: this.#lane,
      listener: {
        onMainBlock: (block) => this.#noteTaken(block),
        onUndone: (transactions) => this.#resubmit(transactions),
      },
      pool: this.pool,
      verifier,
      submit: (transaction) => this.submit(transaction),
      roundBook: this.roundBook,
      receipts: this.#receipts,
      key: this.identity.peer,
      log: (level, message, fields = {}) => this.#log({ level, module: "peers", message, fields }),
    });
  }

  /** Called when a main block of a peer is committed. */
  #noteTaken({ height, s_timestamp, previous_blockhash, blockhash, transactions }: MainBlock): void {
    this.pool.remove(transactions.map(({ hash }) => hash));
    const transaction_count = transactions.length;
    const summary = { height, s_timestamp, previous_blockhash, blockhash, transaction_count };
    this.#blocks.tell(summary);
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
    const { loss } = this;
    return loss === null ? this.#admission.overload : lossError(loss);
  }

  async sendTransaction(input: SignedInput): Promise<string> {
    const transaction = await finishSliced(readSubmissionInSteps(input));
    await this.submit(transaction);
    return transaction.hash;
  }

  /** SendTransaction for a transaction that has been read. */
  async submit(transaction: SignedTransaction): Promise<void> {
    const { loss } = this;
    if (loss !== null) throw lossError(loss);
    await this.#admission.submit(transaction);
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
