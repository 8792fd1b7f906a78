import { ChainError } from "../../codec/chain-error.js";
import type { Client } from "../../client/create-client.js";
import type { Clock } from "../../consensus/clock.js";
import type { Peer } from "../tracking/peer-table.js";
import * as errors from "../errors.js";

export interface SyncPeersOptions {
  readonly clock: Clock;
  readonly clientOf: (peer: Peer) => Client;
  /** Called when a peer is dismissed and will not be asked again. */
  readonly onDismiss: (peer: Peer, reason: ChainError) => void;
}

export interface AnswerOfPeer<T> {
  readonly answer: T;
  readonly peer: Peer;
}

interface Member {
  readonly peer: Peer;
  load: number;
  /** The number of questions asked. Peers with the same load take turns. */
  turns: number;
}

/** How long a peer may take for an answer while another one could be asked. */
const PATIENCE_US = 5_000_000;

/**
 * The peers that give the blocks of one sync. A peer that fails is dismissed, and another one is asked in its place.
 */
export class SyncPeers {
  readonly #options: SyncPeersOptions;
  /** By host, in order of joining. */
  readonly #members = new Map<string, Member>();
  /** The reasons, by host. */
  readonly #dismissed = new Map<string, ChainError>();

  constructor(options: SyncPeersOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#members.size;
  }

  /** Adds a peer, unless it has failed before. */
  join(peer: Peer): void {
    if (this.#members.has(peer.host) || this.#dismissed.has(peer.host)) return;
    this.#members.set(peer.host, { peer, load: 0, turns: 0 });
  }

  dismiss(peer: Peer, reason: ChainError): void {
    if (!this.#members.delete(peer.host)) return;
    this.#dismissed.set(peer.host, reason);
    this.#options.onDismiss(peer, reason);
  }

  /** Whether a peer was dismissed for this very failure. */
  hasReported(failure: unknown): boolean {
    return [...this.#dismissed.values()].some((reason) => reason === failure);
  }

  /** Asks the peer with the least load. Throws the failure of the last peer when none is left. */
  async ask<T>(question: (client: Client) => Promise<T>): Promise<AnswerOfPeer<T>> {
    let failure = errors.peerNone();
    for (let member = this.#idlest(); member !== undefined; member = this.#idlest()) {
      try {
        return { answer: await this.#askOne(member, question), peer: member.peer };
      } catch (error) {
        if (!(error instanceof ChainError)) throw error;
        this.dismiss(member.peer, error);
        failure = error;
      }
    }
    throw failure;
  }

  async #askOne<T>(member: Member, question: (client: Client) => Promise<T>): Promise<T> {
    member.load += 1;
    member.turns += 1;
    try {
      return await this.#withPatience(member, question(this.#options.clientOf(member.peer)));
    } finally {
      member.load -= 1;
    }
  }

  #withPatience<T>({ peer }: Member, answer: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const cancel = this.#options.clock.schedule(PATIENCE_US, () => {
        // The last peer may use the full time of a call.
        if (this.size > 1 || !this.#members.has(peer.host))
          reject(errors.peerStalled({ host: peer.host, patienceUs: PATIENCE_US }));
      });
      answer.then(resolve, reject).finally(cancel);
    });
  }

  #idlest(): Member | undefined {
    return [...this.#members.values()].toSorted(
      (left, right) => left.load - right.load || left.turns - right.turns,
    )[0];
  }
}
