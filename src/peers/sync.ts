import { ChainError } from "../codec/chain-error.js";
import type { RefusedBlock } from "./apply-block.js";
import { failureKind } from "./failure-kind.js";
import { NeighbourPoll } from "./neighbour-poll.js";
import type { Peer } from "./peer-table.js";
import { RefusedBlocks, type Refusal } from "./refused-blocks.js";
import { askStanding, hasMore, isLonger, ownStanding, type Standing } from "./standing.js";
import { SyncRun, type SyncRunOptions } from "./sync-run.js";
import type { SyncProgress } from "./sync-progress.js";
import type { Tracker } from "./tracker.js";
import { UnheardPeers } from "./unheard-peers.js";

export interface SyncOptions extends Omit<
  SyncRunOptions,
  "clientOf" | "onFailure" | "onRefused" | "isStopped"
> {
  readonly tracker: Tracker;
}

const POLLS_PER_INTERVAL = 4;
const TOPIC = "chains";
/** What is asked for in a run. A peer that says how far its chains go has given none of it yet. */
const BLOCKS = "blocks";
/** How it ends with a peer that kept us waiting for what it does not give. It may be a liar; its chain may have changed. */
const IDLE_TALK: ReadonlySet<string> = new Set([
  "PEER_BLOCKS_MISSING",
  "PEER_BRANCH_LENGTH",
  "PEER_STALLED",
  "TIMEOUT",
]);

/** Follows the longest chain among the neighbours (PROTOCOL 11). */
export class Sync {
  readonly #options: SyncOptions;
  readonly #poll: NeighbourPoll;
  /** Of neighbours, by host, as they said last. */
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

  /** Whether blocks of a peer are being taken now. */
  get isFollowing(): boolean {
    return this.#run !== null;
  }

  /** Null when there is nothing to catch up with. */
  progress(): SyncProgress | null {
    return this.#run?.progress() ?? null;
  }

  /** Until when a peer's word is not gone by, µs: it did not give what it said that it has. Null when it is. */
  passedOverUntil(host: string): number | null {
    return this.#unheard.until(host, this.#options.clock.nowUs());
  }

  /** The last blocks of peers that were refused, the latest last. */
  get refusedBlocks(): readonly Refusal[] {
    return this.#refused.all;
  }

  start(): void {
    this.#poll.start();
  }

  stop(): Promise<void> {
    return this.#poll.stop();
  }

  /** Asks how far a peer's chains go, and takes its blocks when it is the longest now. */
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
      const { tracker, ledger } = this.#options;
      const theirs = await askStanding(tracker.client(peer), ledger, this.#standings.get(peer.host));
      if (theirs === null) this.#standings.delete(peer.host);
      else this.#standings.set(peer.host, theirs);
      return theirs;
    } catch (error) {
      this.#standings.delete(peer.host);
      throw error;
    }
  }

  /** Those that are no neighbours any more. */
  #forgetOthers(): void {
    const hosts = new Set(this.#options.tracker.neighbours().map(({ host }) => host));
    for (const host of this.#standings.keys()) if (!hosts.has(host)) this.#standings.delete(host);
  }

  #isLongestPeer(theirs: Standing): boolean {
    return ![...this.#standings.values()].some((standing) => isLonger(standing, theirs));
  }

  /** Whether there is something to take, or to choose between. */
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
      // Who says that it has no more than we have stops nobody while it is compared: it may take its time to answer.
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
      // Our own data failed, or something that nobody foresaw.
      if (!(error instanceof ChainError) || error.kind === "local") throw error;
      if (!run.isDealtWith(error)) drop(lead, error);
    } finally {
      if (this.#run === run) this.#run = null;
    }
  }

  #drop(peer: Peer, reason: ChainError, waitedUs: number): void {
    // What ends with the node is nobody's fault, and who is on another branch gives no blocks, but has broken no rule.
    if (!this.#poll.isRunning || reason.code === "PEER_BRANCH") return;
    this.#standings.delete(peer.host);
    const { tracker, clock } = this.#options;
    if (!IDLE_TALK.has(reason.code)) return tracker.blame(peer, reason, BLOCKS);
    this.#unheard.leave(peer.host, waitedUs, clock.nowUs());
    tracker.note(peer, reason);
  }

  /** It has given what it said. */
  #forgive(lead: Peer): void {
    this.#unheard.forgive(lead.host);
    this.#options.tracker.praise(lead, BLOCKS);
  }

  /** A block that is only dated ahead of our clock proves nothing. */
  #refuse(refused: RefusedBlock): void {
    if (failureKind(refused.reason) === "clock") return;
    this.#refused.add(refused);
    this.#options.tracker.convict(refused.peer, refused.reason);
  }
}
