import { Hold } from "./hold.js";
import { ChainError } from "../../codec/chain-error.js";
import { failureKind } from "../transport/failure-kind.js";
import { NeighbourPoll } from "../tracking/neighbour-poll.js";
import { median } from "../tracking/median.js";
import type { Peer } from "../tracking/peer-table.js";
import { ClaimedChain } from "./claimed-work.js";
import type { Comparison } from "./compare-chains.js";
import { RefusedBlocks, type Refusal, type RefusedBlock } from "./refused-blocks.js";
import { askStatus, hasMore, isLonger, ownStatus, type ChainStatus } from "./chain-status.js";
import { SyncSession, type SyncSessionOptions } from "./sync-session.js";
import type { SyncProgress } from "./sync-progress.js";
import type { Tracker } from "../tracking/tracker.js";
import { PeerBackoff } from "./peer-backoff.js";
import { NamedFirst, type AheadPeer } from "./named-first.js";
import { PATIENCE_US, PatientPeer } from "./patient-peer.js";
import type { RoundNews } from "../../consensus/round-news.js";
import { AnnouncedBlocks, type PeerEnds } from "./announced-blocks.js";
import { isOtherPreferred } from "./preferred-peer.js";
import { COMPARISON_US } from "./timed-client.js";
import { PeerTips } from "./told-tips.js";
import { WaitingBranches, type WaitingBranch } from "./waiting-branches.js";
import { intervalAmongPeers } from "../../consensus/instant.js";

export interface SyncOptions extends Omit<
  SyncSessionOptions,
  "clientOf" | "isNamed" | "onFailure" | "onGiven" | "onRefused" | "isStopped"
> {
  readonly tracker: Tracker;
  readonly news: RoundNews;
}

const POLLS_PER_INTERVAL = 4;
/** A peer that the operator named is passed over no longer than this, µs (PROTOCOL 15.12). */
const LONGEST_OF_NAMED_US = 4_000_000;
/** A peer that has only later blocks is passed over no longer than this, µs: this node may need those soon. */
const LONGEST_OF_PRUNED_US = 30_000_000;
const TOPIC = "chains";
/** The topic of a sync session. A peer's chain status does not count as an answer to it. */
const BLOCKS = "blocks";
/** The failures of a peer that announced blocks and did not give them. It may lie, or its chain may have changed. */
const UNDELIVERED: ReadonlySet<string> = new Set([
  "PEER_BLOCK_LONG",
  "PEER_BLOCKS_MISSING",
  "PEER_BRANCH_LENGTH",
  "PEER_STALLED",
  "TIMEOUT",
]);

/** The peer that leads a session, with the chains that it announced. */
interface Candidate {
  readonly session: SyncSession;
  readonly lead: Peer;
  readonly theirs: ChainStatus;
}

/** Follows the longest chain among the neighbours (PROTOCOL 11.1). */
export class Sync {
  readonly #options: SyncOptions;
  readonly #poll: NeighbourPoll;
  readonly #statuses = new Map<string, ChainStatus>();
  #hasHeard = false;
  readonly #backoff = new PeerBackoff();
  /** Since when the chains of a peer are compared or taken, µs, by host. */
  readonly #compared = new Map<string, number>();
  readonly #refused: RefusedBlocks;
  readonly #waiting: WaitingBranches;
  readonly #named: NamedFirst;
  readonly #tips: PeerTips;
  readonly #announced: AnnouncedBlocks;
  readonly #hold = new Hold();
  /** The named hosts that are asked again soon, with what cancels it. */
  readonly #toAsk = new Map<string, () => void>();
  #session: SyncSession | null = null;

  constructor(options: SyncOptions) {
    this.#options = options;
    const { clock, tracker, log, ledger } = options;
    this.#refused = new RefusedBlocks(clock, log);
    this.#waiting = new WaitingBranches(log);
    this.#tips = new PeerTips(ledger, (host) => tracker.isNamed(host));
    this.#announced = new AnnouncedBlocks({
      ...options,
      onMainBlock: (block) => options.listener.onMainBlock(block),
    });
    this.#named = new NamedFirst({
      ...options,
      backoff: this.#backoff,
      isGiving: (host) => this.#isGiving(host),
    });
    const intervalUs = intervalAmongPeers(ledger.network.constants.main_chain_interval) / POLLS_PER_INTERVAL;
    this.#poll = new NeighbourPoll({
      clock,
      tracker,
      log,
      intervalUs,
      nearPolls: POLLS_PER_INTERVAL,
      topic: TOPIC,
      isQuiet: ({ host }) => this.#tips.isQuiet(host, clock.nowUs()),
      ask: (peer) => this.#ask(peer),
    });
  }

  /** Whether blocks of a peer are being taken now (PROTOCOL 9.2). */
  get isFollowing(): boolean {
    return this.#session !== null;
  }

  /**
   * Whether this node makes no blocks because it takes those of a peer (PROTOCOL 9.2): not while the peers have completed
   * no answer for some seconds, nor once peers have announced blocks and given none for 5 s in all (PROTOCOL 11.9).
   */
  get isHolding(): boolean {
    const session = this.#session;
    return session !== null && !session.isLate && this.#hold.isAllowed(this.#options.clock.nowUs());
  }

  /** Null when no blocks are being taken. */
  progress(): SyncProgress | null {
    return this.#session?.progress() ?? null;
  }

  /** The greatest main height among the neighbours, 0 when none has answered. */
  get bestHeight(): number {
    return Math.max(0, ...Array.from(this.#statuses.values(), ({ main }) => main));
  }

  /**
   * The median of the neighbours' heights of a chain, 0 when none has answered. A minority that claims blocks that do not
   * exist does not move it.
   */
  medianHeight(chain: "main" | "resource"): number {
    return median(Array.from(this.#statuses.values(), (status) => status[chain])) ?? 0;
  }

  get hasHeard(): boolean {
    return this.#hasHeard;
  }

  /** Until when a peer is passed over, µs, because it did not give blocks that it announced. Null when it is not. */
  passedOverUntil(host: string): number | null {
    return this.#backoff.until(host, this.#options.clock.nowUs());
  }

  /** The peer whose blocks this node has lacked for too long (PROTOCOL 15.12); null when it follows. */
  get ahead(): AheadPeer | null {
    return this.#named.ahead();
  }

  /** The last refused blocks of peers, the latest last (PROTOCOL 14.8). */
  get refusedBlocks(): readonly Refusal[] {
    return this.#refused.all;
  }

  /** The branches that this node does not follow before the resource chains decide (PROTOCOL 15.3). */
  get waitingBranches(): readonly WaitingBranch[] {
    return this.#waiting.all;
  }

  start(): void {
    this.#named.start();
    this.#poll.start();
  }

  stop(): Promise<void> {
    for (const cancel of this.#toAsk.values()) cancel();
    this.#toAsk.clear();
    return this.#poll.stop();
  }

  /**
   * Notes where a peer says that its chains end, and takes the block that it tells. If its chains still end with blocks
   * that this node lacks, the peer is asked at once (PROTOCOL 15.15).
   */
  async hear(peer: Peer, { block, ...tips }: PeerEnds): Promise<void> {
    this.#tips.note(peer.host, tips);
    // A block that a named peer tells whole waits for no answer of strangers.
    const isNamed = this.#options.tracker.isNamed(peer.host);
    const isFree = isNamed || (this.#session === null && !this.#named.isToWait(peer.host));
    // Where the resource chains differ, the comparison of the chains decides.
    const isShared = tips.resource === this.#options.news.tips.resource;
    if (block !== null && isFree && isShared && this.#announced.isNext(block)) {
      this.#tips.lead(peer.host, this.#options.clock.nowUs());
      // The collector asks for the others now. If it does not get them, the block is fetched with the next poll.
      if (!this.#announced.isWhole(block)) return;
      await this.#announced.take(block);
    }
    if (!this.#tips.isQuiet(peer.host, this.#options.clock.nowUs())) this.#poll.askNow(peer);
  }

  /** Asks a peer for its status, and takes its blocks if its chain is the longest now. */
  async #ask(peer: Peer): Promise<void> {
    const nowUs = this.#options.clock.nowUs();
    if (this.#backoff.isDelayed(peer.host, nowUs)) return;
    this.#tips.noteAsked(peer.host, nowUs);
    const theirs = await this.#statusOf(peer);
    if (theirs === null || !this.#isOther(theirs)) return this.#waiting.remove(peer.host);
    this.#tips.noteOther(peer.host);
    if (this.#session !== null) {
      if (this.#named.isFirst(peer.host)) this.#session.dismissStrangers();
      else this.#askWhenFirst(peer);
      return this.#session.join(peer);
    }
    if (this.#named.isToWait(peer.host)) return;
    if (theirs.isParted === true || this.#isLongestPeer(peer, theirs)) await this.#follow(peer, theirs);
  }

  /** Asks a peer that the operator named again once strangers have kept this node from its blocks for too long. */
  #askWhenFirst(peer: Peer): void {
    const { tracker, clock } = this.#options;
    if (!tracker.isNamed(peer.host) || this.#toAsk.has(peer.host)) return;
    const cancel = clock.schedule(this.#named.untilFirstUs(peer.host), () => {
      this.#toAsk.delete(peer.host);
      this.#poll.askNow(peer);
    });
    this.#toAsk.set(peer.host, cancel);
  }

  async #statusOf(peer: Peer): Promise<ChainStatus | null> {
    this.#forgetOthers();
    try {
      const { tracker, ledger, clock } = this.#options;
      const question = { before: this.#statuses.get(peer.host), nowUs: clock.nowUs() };
      const theirs = await askStatus(tracker.client(peer), ledger, question);
      if (theirs === null) this.#statuses.delete(peer.host);
      else {
        this.#statuses.set(peer.host, theirs);
        this.#hasHeard = true;
      }
      this.#named.note(peer.host, theirs);
      return theirs;
    } catch (error) {
      this.#statuses.delete(peer.host);
      throw error;
    }
  }

  /** Removes the statuses of hosts that are no longer neighbours. */
  #forgetOthers(): void {
    const hosts = new Set(this.#options.tracker.neighbours().map(({ host }) => host));
    for (const host of this.#statuses.keys()) if (!hosts.has(host)) this.#statuses.delete(host);
    this.#waiting.keepOnly(hosts);
    this.#named.keepOnly(hosts);
  }

  /** Whether a host has a say where another peer's chains are to be taken. */
  #hasSay(host: string, lead: Peer): boolean {
    return !this.#named.isFirst(lead.host) || this.#options.tracker.isNamed(host);
  }

  #isLongestPeer(peer: Peer, theirs: ChainStatus): boolean {
    const { resource } = ownStatus(this.#options.ledger);
    // A branch that waits, or a peer that gives no blocks, must not keep this node from the blocks of others.
    const others = [...this.#statuses].filter(
      ([host, status]) =>
        this.#hasSay(host, peer) &&
        this.#isGiving(host) &&
        (status.resource > resource || !this.#waiting.has(host)),
    );
    return !others.some(([, status]) => isLonger(status, theirs));
  }

  /** Whether a peer can be trusted to give what it announces: no request is overdue and none failed recently. */
  #isGiving(host: string): boolean {
    const nowUs = this.#options.clock.nowUs();
    const sinceUs = this.#compared.get(host) ?? Infinity;
    return nowUs - sinceUs <= PATIENCE_US && !this.#backoff.isFaulty(host, nowUs);
  }

  /** Whether there are blocks to take or chains to choose between. */
  #isOther(theirs: ChainStatus): boolean {
    const ours = ownStatus(this.#options.ledger);
    const isOtherTip = theirs.main === ours.main && theirs.tip.blockhash !== ours.tip.blockhash;
    const isOtherResourceTip = theirs.resourceTip !== null && theirs.resourceTip !== ours.resourceTip;
    const isOtherResource = theirs.resource === ours.resource && isOtherResourceTip;
    return hasMore(theirs, ours) || isOtherTip || isOtherResource || theirs.isParted === true;
  }

  async #follow(lead: Peer, theirs: ChainStatus): Promise<void> {
    const { tracker, clock } = this.#options;
    const startUs = clock.nowUs();
    const drop = (peer: Peer, reason: ChainError): void => this.#drop(peer, reason, clock.nowUs() - startUs);
    const session = new SyncSession(lead, theirs, {
      ...this.#options,
      onGiven: () => this.#hold.noteGiven(clock.nowUs()),
      clientOf: (peer, reading) => tracker.client(peer, reading),
      isNamed: (host) => tracker.isNamed(host),
      onFailure: drop,
      onRefused: (refused) => this.#refuse(refused),
      isStopped: () => !this.#poll.isRunning,
    });
    const candidate = { session, lead, theirs };
    this.#compared.set(lead.host, startUs);
    try {
      // This node makes blocks until it knows that it takes the peer's: the peer may be long in answering.
      let comparison = await this.#choose(candidate);
      if (comparison === null) return;
      if (this.#session !== null) return this.#session.join(lead);
      this.#session = session;
      this.#hold.begin(clock.nowUs());
      // This node's own blocks stop only now, so the choice may have changed.
      if (!session.isCurrent) comparison = await this.#choose(candidate, PATIENCE_US);
      if (comparison === null) return;
      await session.take(comparison);
      this.#clear(lead);
    } catch (error) {
      // This node's own data failed, or the error is unexpected.
      if (!(error instanceof ChainError) || error.kind === "local") throw error;
      if (!session.hasReported(error)) drop(lead, error);
    } finally {
      this.#compared.delete(lead.host);
      if (this.#session === session) {
        this.#session = null;
        this.#hold.end(clock.nowUs());
      }
    }
  }

  /** Compares the lead's chains with this node's. Null when its blocks are not to be taken now. */
  async #choose(candidate: Candidate, limitUs = COMPARISON_US): Promise<Comparison | null> {
    const { session, lead, theirs } = candidate;
    const { clock, ledger } = this.#options;
    const startUs = clock.nowUs();
    const comparison = await session.compare(limitUs);
    this.#noteChoice(lead, theirs, comparison);
    if (comparison.choice === "wait") return null;
    const isKept = comparison.choice === "keep";
    // The others were asked before the session began.
    const isAsked = this.#session === session;
    if (!isKept && (isAsked || !(await this.#isPassedOver(candidate, comparison)))) return comparison;
    const isLonger = theirs.isParted === true || hasMore(theirs, ownStatus(ledger));
    if (!isKept) this.#backoff.pause(lead.host, clock.nowUs());
    else if (isLonger) this.#delay(lead, clock.nowUs() - startUs);
    // A longer chain that is not taken must not keep this node from the blocks of others.
    if (!isKept || isLonger) this.#statuses.delete(lead.host);
    return null;
  }

  /** Whether another neighbour's chains go before the lead's (PROTOCOL 11.8, 15.10). */
  #isPassedOver({ lead, theirs }: Candidate, { choice, common }: Comparison): Promise<boolean> {
    const { tracker, ledger, clock } = this.#options;
    const startUs = clock.nowUs();
    const ours = ownStatus(ledger);
    const options = { height: ours.resource, network: ledger.network, clock };
    const chainOf = (peer: Peer, status: ChainStatus): ClaimedChain => {
      const { client } = new PatientPeer(peer, {
        clock,
        clientOf: (asked, reading) => tracker.client(asked, reading),
        patienceUs: PATIENCE_US,
        isAwaited: () => true,
      });
      return new ClaimedChain({ host: peer.host, client, status }, options);
    };
    const others = tracker.neighbours().flatMap((peer) => {
      const status = this.#statuses.get(peer.host);
      if (status === undefined || peer.host === lead.host || !this.#hasSay(peer.host, lead)) return [];
      const onFailure = (failure: ChainError): void => this.#drop(peer, failure, clock.nowUs() - startUs);
      // The claims of one that gives nothing are free.
      return [{ chain: chainOf(peer, status), isGiving: this.#isGiving(peer.host), onFailure }];
    });
    const isUndoing = choice === "switch" && common.main < Math.min(ours.main, theirs.main);
    return isOtherPreferred(chainOf(lead, theirs), others, { ledger, isUndoing });
  }

  #noteChoice({ host }: Peer, theirs: ChainStatus, { choice, common }: Comparison): void {
    if (choice === "wait") {
      const branch = { host, common: common.main, height: theirs.main };
      this.#waiting.note(branch, this.#options.clock.nowUs());
    } else this.#waiting.remove(host);
    if (choice === "keep") this.#named.noteKept(host);
  }

  #drop(peer: Peer, reason: ChainError, waitedUs: number): void {
    // A call that ends because the node stops is not the peer's fault. A peer on another branch gives no blocks, but
    // breaks no rule.
    if (!this.#poll.isRunning || reason.code === "PEER_BRANCH") return;
    this.#statuses.delete(peer.host);
    const { tracker } = this.#options;
    // It has only later blocks, which is no fault, and others have their turn (PROTOCOL 15.16).
    if (failureKind(reason) === "pruned")
      return this.#delay(peer, waitedUs, { mostUs: LONGEST_OF_PRUNED_US });
    if (!isUndelivered(reason)) return tracker.countFailure(peer, reason, BLOCKS);
    this.#delay(peer, waitedUs, { isFault: true });
    tracker.noteFailure(peer, reason);
  }

  #delay(
    { host }: Peer,
    waitedUs: number,
    options: { readonly isFault?: boolean; readonly mostUs?: number } = {},
  ): void {
    const { tracker, clock } = this.#options;
    const mostUs = tracker.isNamed(host) ? { mostUs: LONGEST_OF_NAMED_US } : {};
    this.#backoff.delay(host, waitedUs, clock.nowUs(), { ...options, ...mostUs });
  }

  /** Clears a peer that gave what it announced. */
  #clear(lead: Peer): void {
    this.#backoff.clear(lead.host);
    this.#named.noteGood(lead.host);
    this.#options.tracker.recordSuccess(lead, BLOCKS);
  }

  /** A block that is merely dated ahead of this node's clock proves nothing. */
  #refuse(refused: RefusedBlock): void {
    const kind = failureKind(refused.reason);
    if (kind === "clock") return;
    this.#refused.add(refused);
    if (kind === "local") return;
    this.#options.tracker.setAside(refused.peer, refused.reason);
  }
}

/** A block that only a local rule refuses is no fault of the peer that gave it (PROTOCOL 15.1, 15.9). */
function isUndelivered(reason: ChainError): boolean {
  const kind = failureKind(reason);
  return UNDELIVERED.has(reason.code) || kind === "clock" || kind === "local";
}
