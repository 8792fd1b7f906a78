import { createClientOver, type Client } from "../../client/create-client.js";
import type { Clock } from "../../base/clock/clock.js";
import type { Peer } from "../tracking/peer-table.js";
import type { ReadOptions } from "../transport/read-answer.js";
import * as errors from "../errors.js";

export interface PatientPeerOptions {
  readonly clock: Clock;
  readonly clientOf: (peer: Peer, reading: ReadOptions) => Client;
  /** How long it may give nothing while others wait, µs. */
  readonly patienceUs: number;
  /** Whether another peer waits for this one now. */
  readonly isAwaited: () => boolean;
  /** Whether a peer that the operator named waits for it, so that it must complete an answer sooner (PROTOCOL 15.12). */
  readonly isOutranked?: () => boolean;
  /** Whether it has no more time. */
  readonly isOver?: () => boolean;
}

/** How long a peer may give nothing while others wait (PROTOCOL 11.9), µs. */
export const PATIENCE_US = 5_000_000;
/** How long a stranger may complete no answer while a peer that the operator named waits (PROTOCOL 15.12), µs. */
const STRANGER_PATIENCE_US = 2_000_000;
/** How often a peer that is asked is looked at. */
const LOOK_US = 250_000;

/**
 * A peer that may be slow, but not silent while others wait: each part of an answer counts, so that one with long blocks
 * on a slow line is heard. The limit of a call (`Connect`) ends answers that come too slowly. Parts do not count where
 * this node itself waits: a hostile peer can send a byte at a time.
 */
export class PatientPeer {
  /** Its calls throw `PEER_STALLED` once it is silent and awaited. */
  readonly client: Client;
  readonly #options: PatientPeerOptions;
  #open = 0;
  /** When it last gave something, or was asked after it had answered everything, µs. */
  #heardUs = 0;
  /** When it last completed an answer, or was asked after it had answered everything, µs. */
  #answeredUs = 0;

  constructor(peer: Peer, options: PatientPeerOptions) {
    this.#options = options;
    const client = options.clientOf(peer, { onPiece: () => this.#hear() });
    this.client = createClientOver(
      ({ name }, parameters) => this.#watch(peer, () => client.send(name, parameters)),
      client.url,
    );
  }

  get isAsked(): boolean {
    return this.#open > 0;
  }

  /** Whether it has completed no answer for as long as it may be silent. */
  get isLate(): boolean {
    const { clock, patienceUs } = this.#options;
    return clock.nowUs() - this.#answeredUs >= patienceUs;
  }

  #leftUs(): number {
    const { clock, patienceUs, isOutranked, isOver } = this.#options;
    if (isOver?.() === true) return 0;
    const untilUs = this.#heardUs + patienceUs;
    const soonerUs = this.#answeredUs + STRANGER_PATIENCE_US;
    return (isOutranked?.() === true ? Math.min(untilUs, soonerUs) : untilUs) - clock.nowUs();
  }

  #hear(): void {
    this.#heardUs = this.#options.clock.nowUs();
  }

  #noteAnswer(): void {
    this.#hear();
    this.#answeredUs = this.#heardUs;
  }

  #watch<T>({ host }: Peer, call: () => Promise<T>): Promise<T> {
    const { clock, patienceUs, isAwaited } = this.#options;
    if (this.#open === 0) this.#noteAnswer();
    this.#open += 1;
    return new Promise<T>((resolve, reject) => {
      let cancel = (): void => undefined;
      const look = (): void => {
        const leftUs = this.#leftUs();
        if (leftUs <= 0 && isAwaited()) reject(errors.peerStalled({ host, patienceUs }));
        else cancel = clock.schedule(leftUs > 0 ? Math.min(leftUs, LOOK_US) : LOOK_US, look);
      };
      look();
      call()
        .finally(() => {
          cancel();
          this.#open -= 1;
          this.#noteAnswer();
        })
        .then(resolve, reject);
    });
  }
}
