import type { ChainError } from "../codec/chain-error.js";
import { timeHashToTime } from "../codec/hash.js";
import type { Value } from "../codec/value.js";
import type { Clock } from "../base/clock/clock.js";
import type { Conflict } from "../consensus/conflicting-statements.js";
import { settled } from "../base/lane.js";
import { RoundBook } from "../consensus/round-book.js";
import { RoundNews } from "../consensus/round-news.js";
import { readSubmissionInSteps } from "../consensus/submission-rules.js";
import { LocalKey } from "../consensus/validator-key.js";
import type { TransactionPool } from "../consensus/transaction-pool.js";
import { Ledger } from "../ledger/ledger.js";
import { INLINE_VERIFIER } from "../ledger/signatures/signature-verifier.js";
import { finishSliced } from "../base/yield-to-loop.js";
import { summaryOf, type MainBlock } from "../records/main-block.js";
import { createNetwork } from "../records/network.js";
import type { RequestRecord } from "../records/request.js";
import type { SignedTransaction } from "../records/transaction.js";
import { slotProver } from "../peers/tracking/slot-proof.js";
import type { PeerNetwork } from "../peers/peer-network.js";
import type { ChainEnds, MainBlockSummary, Store } from "../store/store.js";
import { broadcastView } from "../api/views/broadcast-view.js";
import { newsView } from "../api/views/news-view.js";
import { infoView } from "../api/views/chain-views.js";
import { ClockWatch } from "./clock-watch.js";
import { ChainAnswers } from "../api/chain-answers.js";
import type {
  Answer,
  AnswerWait,
  BroadcastQuery,
  Engine,
  PeerAnswer,
  PeerQuery,
  AwaitedAnswer,
  SignedInput,
  SubmitOptions,
} from "../api/engine.js";
import { ChainFeed } from "../api/events/chain-feed.js";
import { EventHub, type EventQuery } from "../api/events/event-hub.js";
import { watchedStore } from "../store/decorated.js";
import { Explorations, type Exploration } from "../api/exploring/explorations.js";
import { SigningEnd } from "./signing-end.js";
import { lossError, lossText, type ChainLoss } from "../data/directory/chain-loss.js";
import type { Identity } from "../data/directory/identity.js";
import { Listeners } from "../base/listeners.js";
import type { LossCounts } from "../consensus/losses.js";
import { createMining, type Mining } from "./mining.js";
import type { NodeOptions, StartOptions } from "./node-options.js";
import { answerPeer } from "../api/views/peer-answer.js";
import { revertChain } from "./revert-chain.js";
import { feeInBlock } from "../replay/trial/fee.js";
import { Rounds } from "./rounds.js";
import { createSharedParts, type SharedParts } from "./shared-parts.js";
import { SigningWatch } from "./signing-watch.js";
import { StandstillWatch } from "./standstill.js";
import type { ReplayJob } from "../api/tracing/replay-job.js";
import { ReplayThread } from "../api/tracing/replay-thread.js";
import type { Hearing } from "./takeover.js";
import { Submissions, type RefusedSubmission } from "./submissions.js";

interface LoadedParts {
  readonly ledger: Ledger;
  readonly feed: ChainFeed;
  /** Null for a node without peers. */
  readonly Peers: typeof PeerNetwork | null;
}

/** The room of the peers is loaded for a node that has some: a sandbox, of which tests open many, has none. */
async function loadPeers({ peers }: NodeOptions): Promise<LoadedParts["Peers"]> {
  return peers === undefined ? null : (await import("../peers/peer-network.js")).PeerNetwork;
}

/** One running node: the ledger, the pool, the round, and every operation of the RPC interface (docs/rpc.md). */
export class Node extends ChainAnswers implements Engine {
  readonly ledger: Ledger;
  readonly pool: TransactionPool;
  readonly identity: Identity;
  readonly clock: Clock;
  /** The records of the open round; those of other nodes are offered here. */
  readonly roundBook: RoundBook;
  /** What is new in the open round, for those who wait for it (PROTOCOL 15.15). */
  readonly news: RoundNews;
  readonly mining: Mining;
  readonly standstill: StandstillWatch;
  readonly signing: SigningWatch;
  readonly peers: PeerNetwork | null = null;
  readonly eventHub: EventHub;
  readonly #store: Store;
  readonly #replays: ReplayThread;
  readonly #explorations: Explorations;
  readonly #submissions: Submissions;
  readonly #rounds: Rounds;
  readonly #parts: SharedParts;
  readonly #losses: NodeOptions["losses"];
  readonly #clockWatch: ClockWatch;
  readonly #slot: ReturnType<typeof slotProver>;
  readonly #blocks = new Listeners<MainBlockSummary>();

  private constructor(options: NodeOptions, { ledger, feed, Peers }: LoadedParts) {
    super();
    const { store, identity, clock, verifier = INLINE_VERIFIER, remoteKey = null } = options;
    const { address } = identity.node;
    const key = remoteKey ?? new LocalKey(identity.node, options.signingMemory);
    const actingAddress = (): string => (key.isServing ? address : "");
    const parts = createSharedParts(ledger, options, () => this.peers?.tracker.hostnames() ?? new Map());
    const { pool, slots, log } = parts;
    const shared = {
      ...parts,
      onDropped: (hash: string, reason: string) => this.#submissions.noteDropped(hash, reason),
    };
    this.ledger = ledger;
    this.eventHub = new EventHub(feed);
    this.pool = pool;
    this.identity = identity;
    this.clock = clock;
    this.#store = store;
    this.#replays = new ReplayThread({ store, definition: options.network, clock });
    this.#explorations = new Explorations(ledger, clock, () => ({
      pool,
      peers: this.peers?.tracker.peers.size ?? 0,
      refusal: this.overload,
    }));
    this.#losses = options.losses;
    this.#parts = parts;
    this.signing = new SigningWatch({
      key,
      notes: (remoteKey ?? options.signingMemory).notes,
      remote: remoteKey,
      rules: ledger.network.ruleSet,
      signingEnd: options.signingEnd ?? new SigningEnd(log),
      clock,
      clockRefusal: () => this.#clockWatch.refusal,
      hearing: () => this.#hearing,
    });
    this.#clockWatch = new ClockWatch({ ledger, clock, address, tracker: () => this.peers?.tracker });
    this.#slot = slotProver(ledger.network, identity.peer, key);
    this.#blocks.add((block) => parts.commitTimes.note(block, clock.nowUs()));
    this.#submissions = new Submissions({
      ...shared,
      store,
      verifier,
      stopReason: () => this.stopReason,
      poolMemory: options.poolMemory,
      observer: options.observer,
      events: this.eventHub,
      isDeciding: (roundTimeUs) => slots.isNewest(actingAddress(), roundTimeUs),
      onAccepted: () => this.#rounds.noteAccepted(),
      distanceUs: (timeUs) => this.peers?.distanceUs(timeUs),
      forward: (transaction) => this.peers?.forwarder.forward(transaction),
    });
    this.roundBook = new RoundBook({
      ...shared,
      address,
      isForeign: (chunk) => this.signing.keyWatch.isForeign(chunk),
      onConflict: (conflict) => this.#noteConflict(conflict),
    });
    this.news = new RoundNews({ ...parts, address, book: this.roundBook });
    this.#blocks.add(() => this.news.lookForWaiters());
    this.standstill = new StandstillWatch(ledger, clock, log);
    this.#rounds = new Rounds({
      ...shared,
      identity,
      key: this.signing.key,
      book: this.roundBook,
      distanceUs: (timeUs) => this.peers?.distanceUs(timeUs),
      standstill: this.standstill,
      // A peer that gives nothing, or a byte at a time, must not stop a validator.
      isFollowing: () => this.peers?.sync.isHolding === true,
      onBlock: (block) => this.#blocks.tell(block),
      checkedUs: () => this.#submissions.earliestUs,
      onSealed: ({ content, weights }) =>
        this.#submissions.noteBlock(content, (transaction) =>
          feeInBlock(ledger.registry, transaction, weights),
        ),
      onStep: options.onStep,
      onTurn: (result, seconds) => {
        this.#submissions.noteTurn();
        this.news.lookForWaiters();
        options.onTurn?.(result, seconds);
      },
    });
    feed.changes.add(() => this.#rounds.wake());
    this.mining = createMining(options, log, {
      ...shared,
      isHeld: () =>
        this.peers?.sync.isHolding === true ||
        this.stopReason !== null ||
        this.#isClockRefused ||
        (remoteKey !== null && remoteKey.problem !== null),
      validator: address,
      miner: identity.owner,
    });
    if (options.peers === undefined || Peers === null) return;
    this.peers = new Peers({
      ...shared,
      ...options.peers,
      verifier,
      onChange: (hosts) => {
        this.eventHub.tellPeers(hosts);
        options.peers?.onChange?.(hosts);
      },
      listener: {
        onMainBlock: (block) => this.#noteTaken(block),
        onUndone: (transactions) => this.#submissions.resubmit(transactions),
      },
      submit: (transaction) => this.submit(transaction, { isForwarded: true }),
      onForwarded: (hash) => this.#submissions.noteForwarded(hash),
      validator: actingAddress,
      roundBook: this.roundBook,
      news: this.news,
      key: identity.peer,
      log: (level, message, fields = {}) => log({ level, module: "peers", message, fields }),
    });
  }

  static async open(options: NodeOptions): Promise<Node> {
    const feed = new ChainFeed(options.store, options.pace);
    const store = watchedStore(options.store, () => feed.noteChange());
    const ledger =
      options.ledger?.over(store) ??
      (await Ledger.open(store, createNetwork(options.network), options.runners));
    const node = new Node({ ...options, store }, { ledger, feed, Peers: await loadPeers(options) });
    // Before the first round: its block could be dated after them, and they would be too late.
    await node.#submissions.restore();
    return node;
  }

  /**
   * Why no block can be made: blocks are lost, signing has ended, or the last turn of the rounds failed. Null when there
   * is no fault.
   */
  get fault(): string | null {
    if (this.loss !== null) return lossText(this.loss);
    return this.signing.ended?.message ?? this.#rounds.fault;
  }

  /** Why the node signs and accepts nothing now: blocks are lost, signing has ended, or its clock is surely wrong. */
  get stopReason(): ChainError | null {
    return this.loss === null ? this.signing.refusal : lossError(this.loss);
  }

  /** The blocks that this node had and its database lacks. Until they are back, the node signs and accepts nothing. */
  get loss(): ChainLoss | null {
    return this.#losses?.loss ?? null;
  }

  /** Takes part in rounds from now on, or as soon as no block is lost. */
  start({ isTakeover = false, isHeld = false }: StartOptions = {}): void {
    let mayServe = false;
    const { remote } = this.signing;
    // A node that is behind does not begin to sign. One that signs takes blocks of others again and again.
    const isReady = (): boolean => remote?.isServing === true || this.peers?.sync.isHolding !== true;
    remote?.start(
      async (roundKey) =>
        mayServe &&
        this.stopReason === null &&
        isReady() &&
        (remote.isServing || (await this.#has(roundKey))),
    );
    const startRounds = (): void =>
      this.signing.start(isTakeover, () => {
        mayServe = true;
        if (isHeld) this.#rounds.hold();
        else this.#rounds.start();
      });
    if (this.loss === null) startRounds();
    else {
      this.#losses?.onceSound(() => {
        this.#parts.log({
          level: "info",
          module: "node",
          message: "the chain has its earlier height again: signing continues",
        });
        startRounds();
      });
    }
    this.peers?.start();
    this.#clockWatch.start();
  }

  /** Whether this chain has the block of a round key, or is newer: then that block was undone. */
  async #has(roundKey: string): Promise<boolean> {
    if (roundKey === "" || timeHashToTime(roundKey) <= this.ledger.tip.s_timestamp) return true;
    return (await this.ledger.store.mainBlockSummary({ blockhash: roundKey })) !== null;
  }

  /** How much the node would see of what other processes sign. */
  get #hearing(): Hearing {
    const { peers } = this;
    if (peers === null || peers.tracker.given.length === 0) return "all";
    if (peers.tracker.peers.size === 0) return "nothing";
    return this.#isFollowing ? "part" : "all";
  }

  /** Notes that a validator signed two statements for one tip and time (PROTOCOL 15.5). */
  #noteConflict({ kind, signer, s_timestamp, hashes: [first, second] }: Conflict): void {
    const fields = { kind, signer, s_timestamp, first, second };
    this.#parts.log({ level: "warn", module: "consensus", message: "conflicting statements", fields });
  }

  /** Called when a main block of a peer is committed. */
  #noteTaken(block: MainBlock): void {
    this.signing.keyWatch.lookAt(block);
    this.pool.remove(block.transactions.map(({ hash }) => hash));
    this.#submissions.noteBlock(block, () => null);
    this.#blocks.tell(summaryOf(block));
  }

  get #isFollowing(): boolean {
    return this.peers?.sync.isFollowing === true;
  }

  get #isClockRefused(): boolean {
    return this.peers?.tracker.isClockRefused(this.clock.nowUs()) === true;
  }

  /**
   * Stops the node. When it is the only validator, it first seals what falls due within `graceUs`. Transactions that
   * are still pending are kept for the next start (PROTOCOL 15.2). The caller must submit nothing from now on.
   *
   * @param graceUs µs by the node's clock, which must keep running meanwhile.
   */
  async stop(graceUs = 0): Promise<void> {
    this.#losses?.onceSound(null);
    this.signing.stop();
    this.#clockWatch.stop();
    this.eventHub.close();
    this.news.close();
    await this.#replays.close();
    await this.peers?.stop();
    await this.#submissions.settled();
    if (this.stopReason === null) await this.#rounds.finish(graceUs);
    else this.#rounds.stop();
    await this.mining.stop();
    await this.settled();
    await this.#submissions.save();
    await this.#store.close();
  }

  /** Resolves when no block is being made and no transaction is being admitted. */
  async settled(): Promise<void> {
    await this.#submissions.settled();
    await this.mining.settled();
    await settled(this.#parts.lane);
  }

  get tip(): MainBlockSummary {
    return this.ledger.tip;
  }

  /** Calls the listener after each block. The returned function removes the listener. */
  onBlock(listener: (block: MainBlockSummary) => void): () => void {
    return this.#blocks.add(listener);
  }

  /** Calls the listener for each submitted transaction that is refused. The returned function removes the listener. */
  onRefused(listener: (refusal: RefusedSubmission) => void): () => void {
    return this.#submissions.refusals.add(listener);
  }

  /** What became of the submissions of the last minute. */
  get losses(): LossCounts {
    return this.#submissions.losses.recent();
  }

  /**
   * Resolves when all these transactions are in blocks, which a node makes now that makes them on request alone. Throws
   * `TRANSACTION_DROPPED` when one left the pool otherwise.
   */
  async whenIncluded(hashes: readonly string[]): Promise<void> {
    await this.#rounds.makeBlocks();
    await this.#submissions.whenIncluded(hashes);
  }

  /** Forgets how long transactions took to arrive: those that begin a chain take longer than any after them. */
  forgetAges(): void {
    this.#parts.ages.clear();
  }

  /** Makes blocks of what waits, where the node makes them on request alone. Returns the height. */
  async makeBlocks(): Promise<number> {
    await this.#rounds.makeBlocks();
    return this.ledger.tip.height;
  }

  /** The error with which every submission is refused now; null while submissions are accepted. */
  get overload(): ChainError | null {
    return this.#submissions.overload;
  }

  async sendTransaction(input: SignedInput, options?: SubmitOptions): Promise<string> {
    const transaction = await finishSliced(readSubmissionInSteps(input));
    await this.submit(transaction, options);
    return transaction.hash;
  }

  async sendAndWait(input: SignedInput, wait: AnswerWait): Promise<AwaitedAnswer> {
    const transaction = await finishSliced(readSubmissionInSteps(input));
    return { hash: transaction.hash, fate: await this.#submissions.sendAndWait(transaction, wait) };
  }

  /** SendTransaction for a transaction that has been read. */
  submit(transaction: SignedTransaction, options?: SubmitOptions): Promise<void> {
    return this.#submissions.submit(transaction, options);
  }

  /**
   * Undoes the blocks after these ends, fixed ones too, and drops what waits in the pool. Only a chain without other nodes
   * may be reverted: they would not follow. Throws `DEV_ACTION` when the chains do not hold these ends.
   */
  revert(ends: ChainEnds): Promise<void> {
    const onDropped = (hash: string, reason: string): void => this.#submissions.noteDropped(hash, reason);
    return this.#parts.lane(() => revertChain({ ...this.#parts, onDropped }, ends));
  }

  protected override async answer(request: RequestRecord): Promise<Answer> {
    return this.#submissions.withFate(await super.answer(request), request);
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

  async broadcast(query: BroadcastQuery): Promise<Answer> {
    if (query.news !== undefined) return newsView(this.news, query, query.news);
    const { ledger, pool, roundBook: book } = this;
    return broadcastView({ ledger, pool, book, receipts: this.#parts.receipts }, query);
  }

  async peer(query: PeerQuery): Promise<PeerAnswer> {
    const { ledger, clock, identity, peers } = this;
    const slot = await this.#slot();
    const parts = { ledger, key: identity.peer, slot, nowUs: clock.nowUs() };
    return answerPeer({ ...parts, tracker: peers?.tracker }, query);
  }

  replay(job: ReplayJob, caller?: string): Promise<string> {
    return this.#replays.run(job, caller);
  }

  explore<Given>(question: Exploration<Given>, caller?: string): Promise<Value> {
    return this.#explorations.answer(question, caller);
  }

  assertResumable(query: EventQuery): Promise<void> {
    return this.eventHub.assertResumable(query);
  }

  events(query: EventQuery, signal?: AbortSignal): AsyncIterable<string> {
    return this.eventHub.stream(query, signal);
  }
}
