import { ChainError, messageOf } from "../../codec/chain-error.js";
import { repeatAside, type Clock } from "../../consensus/clock.js";
import { RepeatedFault } from "../../consensus/repeated-fault.js";
import type { Topic } from "./failures.js";
import type { PeerLog } from "./peer-log.js";
import type { Peer } from "./peer-table.js";
import type { Tracker } from "./tracker.js";

export interface NeighbourPollOptions {
  readonly clock: Clock;
  readonly tracker: Tracker;
  readonly intervalUs: number;
  readonly topic: Topic;
  /** Asks one peer. A `ChainError` is the peer's fault, unless this node's own data failed. */
  readonly ask: (peer: Peer) => Promise<void>;
  readonly log: PeerLog;
}

/** Asks each neighbour (PROTOCOL 12.7) again and again. A slow neighbour delays no other. */
export class NeighbourPoll {
  readonly #options: NeighbourPollOptions;
  /** The open questions, by host. */
  readonly #asked = new Map<string, Promise<void>>();
  readonly #faults: RepeatedFault;
  #end: (() => void) | null = null;

  constructor(options: NeighbourPollOptions) {
    this.#options = options;
    this.#faults = new RepeatedFault(options.clock);
  }

  get isRunning(): boolean {
    return this.#end !== null;
  }

  start(): void {
    const { clock, intervalUs } = this.#options;
    this.#end ??= repeatAside(clock, intervalUs, async () => this.#askAll());
  }

  async stop(): Promise<void> {
    this.#end?.();
    this.#end = null;
    await Promise.all(this.#asked.values());
  }

  #askAll(): void {
    for (const peer of this.#options.tracker.neighbours()) {
      if (!this.#asked.has(peer.host)) this.#asked.set(peer.host, this.#askOne(peer));
    }
  }

  async #askOne(peer: Peer): Promise<void> {
    const { ask, tracker, topic, log } = this.#options;
    try {
      await ask(peer);
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
      this.#asked.delete(peer.host);
    }
  }
}
