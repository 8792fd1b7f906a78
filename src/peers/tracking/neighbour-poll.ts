import { ChainError, messageOf } from "../../codec/chain-error.js";
import type { Clock } from "../../base/clock/clock.js";
import { RepeatedFault } from "../../base/repeated-fault.js";
import type { Topic } from "./failures.js";
import type { PeerLog } from "./peer-log.js";
import type { Peer } from "./peer-table.js";
import type { Tracker } from "./tracker.js";

export interface NeighbourPollOptions {
  readonly clock: Clock;
  readonly tracker: Tracker;
  readonly intervalUs: number;
  /** How many polls of those that are near there are for each of the other neighbours, of which the operator may name many. */
  readonly nearPolls: number;
  readonly topic: Topic;
  /** Asks one peer. A `ChainError` is the peer's fault, unless this node's own data failed. */
  readonly ask: (peer: Peer, isNear: boolean) => Promise<void>;
  /** Whether a peer need not be asked now. Default: none. */
  readonly isQuiet?: (peer: Peer) => boolean;
  /** Called at each poll. Returns whether the next one may be later. */
  readonly onPoll?: () => boolean;
  readonly log: PeerLog;
}

/** How many questions to one peer are open at once, where it is asked beside an open one. */
const MAX_BESIDE = 4;

/** Asks each neighbour (PROTOCOL 12.7) again and again. A slow neighbour delays no other. */
export class NeighbourPoll {
  readonly #options: NeighbourPollOptions;
  /** The open questions, by host, and by host and number those beside them. */
  readonly #asked = new Map<string, Promise<void>>();
  readonly #faults: RepeatedFault;
  #end: (() => void) | null = null;
  #polls = 0;
  #polledUs = 0;
  /** Whether the next poll is that of the other neighbours: none that is near is to be asked before. */
  #isPaused = false;

  constructor(options: NeighbourPollOptions) {
    this.#options = options;
    this.#faults = new RepeatedFault(options.clock);
  }

  get isRunning(): boolean {
    return this.#end !== null;
  }

  start(): void {
    if (!this.isRunning) this.#arm(this.#options.intervalUs);
  }

  #arm(delayUs: number): void {
    const { clock, intervalUs, nearPolls } = this.#options;
    this.#end?.();
    this.#end = clock.schedule(delayUs, () => {
      this.#polledUs = clock.nowUs();
      this.#askAll();
      this.#arm(this.#isPaused ? nearPolls * intervalUs : intervalUs);
    });
  }

  async stop(): Promise<void> {
    this.#end?.();
    this.#end = null;
    await Promise.all(this.#asked.values());
  }

  /** Asks a peer now, unless it is being asked. */
  askNow(peer: Peer): void {
    if (this.isRunning) this.#begin(peer, true);
  }

  /** Asks a peer now, also while a few questions to it are open. */
  askBeside(peer: Peer): void {
    for (let beside = 0; beside < MAX_BESIDE; beside += 1) {
      const place = beside === 0 ? peer.host : `${peer.host} ${beside}`;
      if (!this.isRunning || this.#asked.has(place)) continue;
      this.#begin(peer, false, place);
      return;
    }
  }

  #askAll(): void {
    const { tracker, nearPolls, isQuiet, onPoll } = this.#options;
    const isNearAlone = !this.#isPaused && this.#polls % nearPolls !== 0;
    this.#polls += 1;
    const near = new Set(tracker.near());
    const mayPause = onPoll?.() ?? true;
    const due = [...(isNearAlone ? near : tracker.neighbours())].filter((peer) => isQuiet?.(peer) !== true);
    for (const peer of due) this.#begin(peer, near.has(peer));
    // A peer that comes meanwhile is asked at the next poll, so without any this node looks often.
    this.#isPaused = mayPause && near.size > 0 && due.every(({ host }) => this.#asked.has(host));
  }

  /** Ends a pause: the next poll is when it would have been without one. */
  #resume(): void {
    const { clock, intervalUs } = this.#options;
    this.#isPaused = false;
    this.#arm(intervalUs - (Math.max(0, clock.nowUs() - this.#polledUs) % intervalUs));
  }

  #begin(peer: Peer, isNear: boolean, place = peer.host): void {
    if (!this.#asked.has(place)) this.#asked.set(place, this.#askOne(peer, isNear, place));
  }

  async #askOne(peer: Peer, isNear: boolean, place: string): Promise<void> {
    const { ask, tracker, topic, log } = this.#options;
    try {
      await ask(peer, isNear);
      tracker.recordSuccess(peer, topic);
    } catch (error) {
      // A call that ends because the node stops is not the peer's fault.
      if (!this.isRunning) return;
      if (error instanceof ChainError && error.kind !== "local") tracker.countFailure(peer, error, topic);
      else {
        const text = messageOf(error);
        log(this.#faults.isTold(text) ? "debug" : "error", text, { host: peer.host });
      }
    } finally {
      this.#asked.delete(place);
      if (this.#isPaused && this.isRunning) this.#resume();
    }
  }
}
