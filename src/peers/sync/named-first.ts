import { LRUCache } from "lru-cache";
import type { Clock } from "../../base/clock/clock.js";
import type { Ledger } from "../../ledger/ledger.js";
import type { Tracker } from "../tracking/tracker.js";
import { ownStatus, type ChainStatus, hasMore } from "./chain-status.js";
import type { PeerBackoff } from "./peer-backoff.js";

interface NamedFirstOptions {
  readonly tracker: Tracker;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly backoff: PeerBackoff;
  /** Whether nothing says that a peer does not give what it announces. */
  readonly isGiving: (host: string) => boolean;
}

/** A peer that has blocks which this node lacks. */
export interface AheadPeer {
  readonly host: string;
  /** The main height that it has had for so long. */
  readonly height: number;
  readonly lagUs: number;
}

/** How long strangers' chains may keep this node from those of a peer that the operator named. */
const STRANGERS_US = 3_000_000;
/** How long after the start strangers' chains wait for the first word of such a peer. */
const START_US = 10_000_000;
/** A node that follows is never this far behind. */
const BEHIND_US = 7_000_000;

/**
 * Which peers go first (PROTOCOL 15.12). Strangers may be many, and what they announce need not exist. Those that the
 * operator named therefore go first as soon as this node lacks their blocks for some seconds.
 */
export class NamedFirst {
  readonly #options: NamedFirstOptions;
  readonly #lags = new Lags();
  /** Hosts that have given blocks. */
  readonly #good = new LRUCache<string, true>({ max: 64 });
  #startUs = 0;
  #isHeard = false;

  constructor(options: NamedFirstOptions) {
    this.#options = options;
  }

  start(): void {
    this.#startUs = this.#options.clock.nowUs();
  }

  /** Notes what a peer says that it has; null when it lacks blocks that this node does not undo. */
  note(host: string, theirs: ChainStatus | null): void {
    const { tracker, ledger, clock } = this.#options;
    this.#isHeard ||= tracker.isNamed(host);
    if (theirs === null) this.#lags.forget(host);
    else this.#lags.note(host, theirs, ownStatus(ledger), clock.nowUs());
  }

  noteGood(host: string): void {
    this.#good.set(host, true);
  }

  /** Notes that a peer's chains are not better than this node's. */
  noteKept(host: string): void {
    this.#lags.forget(host);
  }

  keepOnly(hosts: ReadonlySet<string>): void {
    this.#lags.keepOnly(hosts);
  }

  /** Whether strangers' claims have no say against a peer. */
  isFirst(host: string): boolean {
    return this.#options.tracker.isNamed(host) && this.#lagOf(host) > STRANGERS_US;
  }

  /** How long it takes until strangers' claims have no say against a peer, µs, if this node gets none of its blocks. */
  untilFirstUs(host: string): number {
    return Math.max(0, STRANGERS_US - this.#lagOf(host)) + 1;
  }

  /** Whether a stranger's chains wait for those of a peer that the operator named. */
  isToWait(host: string): boolean {
    const { tracker, backoff, clock } = this.#options;
    const { given } = tracker;
    if (given.length === 0 || tracker.isNamed(host)) return false;
    const nowUs = clock.nowUs();
    if (!this.#isHeard && nowUs - this.#startUs < START_US) return true;
    const isAhead = (named: string): boolean =>
      this.isFirst(named) || (this.#lagOf(named) > 0 && this.#options.isGiving(named));
    return given.some((named) => isAhead(named) && !backoff.isDelayed(named, nowUs));
  }

  /**
   * The peer that has been ahead of this node for too long: one that the operator named, or that has given blocks before
   * and does not merely claim them. Null when this node follows.
   */
  ahead(): AheadPeer | null {
    const { tracker, isGiving } = this.#options;
    const good = [...this.#good.keys()].filter((host) => isGiving(host));
    for (const host of [...tracker.given, ...good]) {
      const lagUs = this.#lagOf(host);
      if (lagUs > BEHIND_US) return { host, height: this.#lags.heightOf(host), lagUs };
    }
    return null;
  }

  #lagOf(host: string): number {
    const { ledger, clock } = this.#options;
    return this.#lags.of(host, ownStatus(ledger), clock.nowUs());
  }
}

type Heights = Pick<ChainStatus, "main" | "resource">;

interface Lag {
  /** The heights that the peer had then. */
  readonly goal: Heights;
  readonly sinceUs: number;
}

/** How long peers have had blocks that this node lacks (PROTOCOL 15.12). */
export class Lags {
  /** By host: as many as there are neighbours. */
  readonly #lags = new Map<string, Lag>();

  /** Notes what a peer says that it has. */
  note(host: string, theirs: Heights, ours: Heights, nowUs: number): void {
    const lag = this.#lags.get(host);
    if (!hasMore(theirs, ours)) this.#lags.delete(host);
    else if (lag === undefined || !hasMore(lag.goal, ours))
      this.#lags.set(host, { goal: { main: theirs.main, resource: theirs.resource }, sinceUs: nowUs });
  }

  /** Forgets a peer that answers no more, or whose chains are not better than ours. */
  forget(host: string): void {
    this.#lags.delete(host);
  }

  keepOnly(hosts: ReadonlySet<string>): void {
    for (const host of this.#lags.keys()) if (!hosts.has(host)) this.#lags.delete(host);
  }

  /** For how long a peer has had blocks that we lack, µs; 0 when it has none. */
  of(host: string, ours: Heights, nowUs: number): number {
    const lag = this.#lags.get(host);
    return lag === undefined || !hasMore(lag.goal, ours) ? 0 : nowUs - lag.sinceUs;
  }

  /** The main height that a peer had since then. */
  heightOf(host: string): number {
    return this.#lags.get(host)?.goal.main ?? 0;
  }
}
