import { ChainError } from "../../codec/chain-error.js";
import { failureKind } from "../transport/failure-kind.js";
import { NeighbourPoll } from "../tracking/neighbour-poll.js";
import type { Peer } from "../tracking/peer-table.js";
import { RefusedBlocks, type Refusal, type RefusedBlock } from "./refused-blocks.js";
import { askStanding, hasMore, isLonger, ownStanding, type Standing } from "./standing.js";
import { SyncRun, type SyncRunOptions } from "./sync-run.js";
import type { SyncProgress } from "./sync-progress.js";
import type { Tracker } from "../tracking/tracker.js";
import { UnheardPeers } from "./unheard-peers.js";

export interface SyncOptions extends Omit<
  SyncRunOptions,
  "clientOf" | "onFailure" | "onRefused" | "isStopped"
> {
  readonly tracker: Tracker;
}

const POLLS_PER_INTERVAL = 4;
const TOPIC = "chains";
/** The topic of a sync run. The height of a peer's chains alone is not an answer to it. */
const BLOCKS = "blocks";
/** The failures of a peer that announced blocks and did not give them. It may lie, or its chain may have changed. */
const IDLE_TALK: ReadonlySet<string> = new Set([
  "PEER_BLOCKS_MISSING",
  "PEER_BRANCH_LENGTH",
  "PEER_STALLED",
  "TIMEOUT",
]);

/** Follows the longest chain among the neighbours (PROTOCOL 11.1). */
export class Sync {
  readonly #options: SyncOptions;
  readonly #poll: NeighbourPoll;
  /** The last standing of each neighbour, by host. */
  readonly #standings = new Map<string, Standing>();
  readonly #unheard = new UnheardPeers();
  readonly #refused: RefusedBlocks;
  #run: SyncRun | null = null;

  constructor(options: SyncOptions) {
    this.#options = options;
    const { clock, tracker, log, ledger } = options;
    this.#refused = new RefusedBlocks(clock, log);
    const intervalUs = ledger.network.constants.main_chain_interval / POLLS_PER_INTERVAL;
    this.#poll = new NeighbourPoll({
      clock,
      tracker,
      log,
      intervalUs,
      topic: TOPIC,
      ask: (peer) => this.#ask(peer),
    });
  }

  /** Whether blocks of a peer are being taken now (PROTOCOL 9.2). */
  get isFollowing(): boolean {
    return this.#run !== null;
  }

  /** Null when no blocks are being taken. */
  progress(): SyncProgress | null {
    return this.#run?.progress() ?? null;
  }

  /** The greatest main height among the neighbours, 0 when none has answered. */
  get bestHeight(): number {
    return Math.max(0, ...Array.from(this.#standings.values(), ({ main }) => main));
  }

  /** Until when a peer is passed over, µs, because it did not give blocks that it announced. Null when it is not. */
  passedOverUntil(host: string): number | null {
    return this.#unheard.until(host, this.#options.clock.nowUs());
  }

  /** The last refused blocks of peers, the latest last (PROTOCOL 14.8). */
  get refusedBlocks(): readonly Refusal[] {
    return this.#refused.all;
  }

  start(): void {
    this.#poll.start();
  }

  stop(): Promise<void> {
    return this.#poll.stop();
  }

  /** Asks a peer for its standing, and takes its blocks if its chain is the longest now. */
  async #ask(peer: Peer): Promise<void> {
    if (this.#unheard.has(peer.host, this.#options.clock.nowUs())) return;
    const theirs = await this.#standingOf(peer);
    if (theirs === null || !this.#isOther(theirs)) return;
    if (this.#run !== null) this.#run.join(peer);
    else if (this.#isLongestPeer(theirs)) await this.#follow(peer, theirs);
  }

  async #standingOf(peer: Peer): Promise<Standing | null> {
    this.#forgetOthers();
    try {
      const { tracker, ledger, clock } = this.#options;
      const question = { before: this.#standings.get(peer.host), nowUs: clock.nowUs() };
      const theirs = await askStanding(tracker.client(peer), ledger, question);
      if (theirs === null) this.#standings.delete(peer.host);
      else this.#standings.set(peer.host, theirs);
      return theirs;
    } catch (error) {
      this.#standings.delete(peer.host);
      throw error;
    }
  }

  /** Removes the standings of hosts that are no longer neighbours. */
  #forgetOthers(): void {
    const hosts = new Set(this.#options.tracker.neighbours().map(({ host }) => host));
    for (const host of this.#standings.keys()) if (!hosts.has(host)) this.#standings.delete(host);
  }

  #isLongestPeer(theirs: Standing): boolean {
    return ![...this.#standings.values()].some((standing) => isLonger(standing, theirs));
  }

  /** Whether there are blocks to take or chains to choose between. */
  #isOther(theirs: Standing): boolean {
    const ours = ownStanding(this.#options.ledger);
    const isOtherTip = theirs.main === ours.main && theirs.tip.blockhash !== ours.tip.blockhash;
    const isOtherResourceTip = theirs.resourceTip !== null && theirs.resourceTip !== ours.resourceTip;
    const isOtherResource = theirs.resource === ours.resource && isOtherResourceTip;
    return hasMore(theirs, ours) || isOtherTip || isOtherResource;
  }

  async #follow(lead: Peer, theirs: Standing): Promise<void> {
    const { tracker, clock, ledger } = this.#options;
    const startUs = clock.nowUs();
    const drop = (peer: Peer, reason: ChainError): void => this.#drop(peer, reason, clock.nowUs() - startUs);
    const run = new SyncRun(lead, theirs, {
      ...this.#options,
      clientOf: (peer) => tracker.client(peer),
      onFailure: drop,
      onRefused: (refused) => this.#refuse(refused),
      isStopped: () => !this.#poll.isRunning,
    });
    try {
      // A peer with no more blocks than this node must not stop the round while it is compared: it may take long to
      // answer.
      const isMore = hasMore(theirs, ownStanding(ledger));
      const before = isMore ? null : await run.compare();
      if (before?.choice === "keep" || this.#run !== null) return;
      this.#run = run;
      const comparison = before ?? (await run.compare());
      await run.take(comparison);
      if (comparison.choice === "keep")
        this.#unheard.leave(lead.host, clock.nowUs() - startUs, clock.nowUs());
      else this.#forgive(lead);
    } catch (error) {
      // This node's own data failed, or the error is unexpected.
      if (!(error instanceof ChainError) || error.kind === "local") throw error;
      if (!run.isDealtWith(error)) drop(lead, error);
    } finally {
      if (this.#run === run) this.#run = null;
    }
  }

  #drop(peer: Peer, reason: ChainError, waitedUs: number): void {
    // A call that ends because the node stops is not the peer's fault. A peer on another branch gives no blocks, but
    // breaks no rule.
    if (!this.#poll.isRunning || reason.code === "PEER_BRANCH") return;
    this.#standings.delete(peer.host);
    const { tracker, clock } = this.#options;
    if (!isIdleTalk(reason)) return tracker.blame(peer, reason, BLOCKS);
    this.#unheard.leave(peer.host, waitedUs, clock.nowUs());
    tracker.note(peer, reason);
  }

  /** Clears a peer that gave what it announced. */
  #forgive(lead: Peer): void {
    this.#unheard.forgive(lead.host);
    this.#options.tracker.praise(lead, BLOCKS);
  }

  /** A block that is merely dated ahead of this node's clock proves nothing. */
  #refuse(refused: RefusedBlock): void {
    if (failureKind(refused.reason) === "clock") return;
    this.#refused.add(refused);
    this.#options.tracker.convict(refused.peer, refused.reason);
  }
}

/** A block of the future is no fault of the peer that gave it (PROTOCOL 15.1). */
function isIdleTalk(reason: ChainError): boolean {
  return IDLE_TALK.has(reason.code) || failureKind(reason) === "clock";
}
