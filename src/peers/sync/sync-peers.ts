import { ChainError } from "../../codec/chain-error.js";
import type { Client } from "../../client/create-client.js";
import type { Peer } from "../tracking/peer-table.js";
import { PATIENCE_US, PatientPeer, type PatientPeerOptions } from "./patient-peer.js";
import * as errors from "../errors.js";

export interface SyncPeersOptions extends Pick<PatientPeerOptions, "clock" | "clientOf"> {
  /** Whether the operator named a host. */
  readonly isNamed?: (host: string) => boolean;
  /** Called when a peer is dismissed and will not be asked again. */
  readonly onDismiss: (peer: Peer, reason: ChainError) => void;
}

export interface AnswerOfPeer<T> {
  readonly answer: T;
  readonly peer: Peer;
}

interface Member {
  readonly peer: Peer;
  readonly source: PatientPeer;
  readonly isNamed: boolean;
  load: number;
  /** The number of questions asked. Peers with the same load take turns. */
  turns: number;
}

/** The failure of a peer whose chains are not those of the lead: it waits for its turn. */
const OTHER_BRANCH = errors.peerBranch.code;

/**
 * The peers that give the blocks of one sync. A peer that fails is dismissed, and another one is asked in its place.
 */
export class SyncPeers {
  /** The client of the peer with the longest chain, also after it was dismissed. */
  readonly lead: Client;
  readonly #options: SyncPeersOptions;
  /** By host, in order of joining. */
  readonly #members = new Map<string, Member>();
  /** The reasons, by host. */
  readonly #dismissed = new Map<string, ChainError>();
  #isWithoutStrangers = false;

  constructor(lead: Peer, options: SyncPeersOptions) {
    this.#options = options;
    this.lead = this.#add(lead).client;
  }

  get size(): number {
    return this.#members.size;
  }

  /** Whether none of those that were asked has completed an answer for as long as a peer may be silent. */
  get isLate(): boolean {
    const asked = [...this.#members.values()].filter(({ source }) => source.isAsked);
    return asked.length > 0 && asked.every(({ source }) => source.isLate);
  }

  /** Adds a peer, unless it has failed before. */
  join(peer: Peer): void {
    if (!this.#members.has(peer.host) && !this.#dismissed.has(peer.host)) this.#add(peer);
  }

  #add(peer: Peer): PatientPeer {
    const isNamed = this.#options.isNamed?.(peer.host) === true;
    const source = new PatientPeer(peer, {
      ...this.#options,
      patienceUs: PATIENCE_US,
      isAwaited: () => this.#isAwaited(peer),
      isOver: () => !isNamed && this.#isWithoutStrangers,
      isOutranked: () => !isNamed && [...this.#members.values()].some((member) => member.isNamed),
    });
    this.#members.set(peer.host, { peer, source, isNamed, load: 0, turns: 0 });
    return source;
  }

  /** Dismisses those that the operator did not name, and ends their answers (PROTOCOL 15.12). */
  dismissStrangers(): void {
    this.#isWithoutStrangers = true;
    for (const { peer, isNamed } of this.#members.values())
      if (!isNamed) this.dismiss(peer, errors.peerStalled({ host: peer.host, patienceUs: PATIENCE_US }));
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

  /**
   * Asks the peer with the least load; after a failure, those that the operator named go first. Throws the failure of the
   * last peer when none is left.
   */
  async ask<T>(question: (client: Client) => Promise<T>): Promise<AnswerOfPeer<T>> {
    let failure = errors.peerNone();
    for (let member = this.#idlest(); member !== undefined; member = this.#namedOrIdlest()) {
      try {
        return { answer: await askOne(member, question), peer: member.peer };
      } catch (error) {
        if (!(error instanceof ChainError)) throw error;
        this.dismiss(member.peer, error);
        failure = error;
      }
    }
    throw failure;
  }

  /** Whether another peer can be asked, or has other chains to give, or this one is no longer needed. */
  #isAwaited({ host }: Peer): boolean {
    const others = [...this.#members.keys()].filter((member) => member !== host);
    const reasons = [...this.#dismissed.values()];
    return (
      others.length > 0 || this.#dismissed.has(host) || reasons.some(({ code }) => code === OTHER_BRANCH)
    );
  }

  #idlest(members: Iterable<Member> = this.#members.values()): Member | undefined {
    return [...members].toSorted((left, right) => left.load - right.load || left.turns - right.turns)[0];
  }

  #namedOrIdlest(): Member | undefined {
    return this.#idlest([...this.#members.values()].filter(({ isNamed }) => isNamed)) ?? this.#idlest();
  }
}

async function askOne<T>(member: Member, question: (client: Client) => Promise<T>): Promise<T> {
  member.load += 1;
  member.turns += 1;
  try {
    return await question(member.source.client);
  } finally {
    member.load -= 1;
  }
}
