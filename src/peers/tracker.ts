import { ChainError } from "../codec/chain-error.js";
import type { Client } from "../client/create-client.js";
import { Lane } from "../consensus/lane.js";
import { authenticate, type AuthenticateOptions } from "./authenticate.js";
import { Failures, type Topic } from "./failures.js";
import { normalizeHost } from "./host.js";
import { LostPeers } from "./lost-peers.js";
import { OfferedHosts } from "./offered-hosts.js";
import type { PeerLog } from "./peer-log.js";
import { PeerTable, type Peer } from "./peer-table.js";
import type { KnownRecords } from "./read-answer.js";
import { repeatAside } from "./repeat-aside.js";
import { ringNeighbours } from "./ring.js";

export interface TrackerOptions extends AuthenticateOptions {
  /** Hosts to try first, and never to give up: the network definition's and the operator's. */
  readonly hosts: readonly string[];
  /** The peers of the last run, to try first. */
  readonly remembered?: readonly string[];
  /** Where others reach this node; without it they are not asked to know it. */
  readonly publicHost?: string;
  /** Told of the hosts of all peers when they have changed. */
  readonly onChange: (hosts: readonly string[]) => void;
  readonly log: PeerLog;
}

/** How often each list is looked through (PROTOCOL 12). */
const CHECK_PEERS_US = 120_000_000;
const CHECK_KNOWN_HOSTS_US = 60_000_000;
const CHECK_QUEUE_US = 5_000_000;
/** How long a host that broke the rules is left alone. */
const SET_ASIDE_US = 600_000_000;
const MAX_CHECKS_AT_ONCE = 8;
/** Known hosts that are tried at a time: whoever names many that never answer does not fill the hour with them. */
const MAX_KNOWN_AT_A_TIME = 64;

/** Codes of what passes by itself. */
const PASSING: ReadonlySet<string> = new Set(["UNREACHABLE", "TIMEOUT", "NODE_BUSY", "NODE_UNAVAILABLE"]);

/** Knows who belongs to the network: tries hosts, checks their statements, and looks after them again (PROTOCOL 12). */
export class Tracker {
  readonly #options: TrackerOptions;
  readonly #table: PeerTable;
  readonly #queue = new OfferedHosts();
  readonly #lost = new LostPeers();
  /** One for each list: hosts that never answer hold up those of their own list alone. */
  readonly #lanes = { queue: new Lane(), strangers: new Lane(), peers: new Lane() };
  readonly #given: readonly string[];
  readonly #publicHost: string | undefined;
  /** Of peers and known hosts. */
  readonly #failures = new Failures();
  /** Why a host that was given is no peer, as the log said last. */
  readonly #warned = new Map<string, string>();
  #ends: readonly (() => void)[] = [];
  #reported = "";

  /** Throws `PEER_HOST` when one of the hosts given, or this node's own, is none. */
  constructor(options: TrackerOptions) {
    this.#options = options;
    const { publicHost } = options;
    this.#publicHost = publicHost === undefined ? undefined : normalizeHost(publicHost);
    // Every node of a network may have the same list, with itself in it.
    this.#given = options.hosts.map(normalizeHost).filter((host) => host !== this.#publicHost);
    this.#table = new PeerTable(this.#given);
    for (const host of this.#given) {
      this.offer(host);
      this.#lost.add(host);
    }
    for (const host of options.remembered ?? []) {
      this.#learn(host);
      this.offer(host);
    }
  }

  get isRunning(): boolean {
    return this.#ends.length > 0;
  }

  get peers(): ReadonlyMap<string, Peer> {
    return this.#table.peers;
  }

  get knownHosts(): readonly string[] {
    return this.#table.knownHosts;
  }

  /** The hosts that it was given, whatever became of them. */
  get given(): readonly string[] {
    return this.#given;
  }

  /** The peers that this node collects from. */
  neighbours(): readonly Peer[] {
    const byAddress = new Map([...this.peers.values()].map((peer) => [peer.address, peer]));
    const addresses = ringNeighbours(this.#options.key.address, byAddress.keys());
    return addresses.flatMap((address) => byAddress.get(address) ?? []);
  }

  start(): void {
    if (this.isRunning) return;
    const { clock } = this.#options;
    const { queue, strangers, peers } = this.#lanes;
    const every = (us: number, lane: Lane, hosts: () => readonly string[]): (() => void) =>
      repeatAside(clock, us, () => this.#checkAll(lane, hosts));
    this.#ends = [
      every(CHECK_QUEUE_US, queue, () => this.#takeQueue()),
      every(CHECK_KNOWN_HOSTS_US, strangers, () => this.#strangers()),
      every(CHECK_PEERS_US, peers, () => [...this.peers.values()].map(({ host }) => host)),
    ];
    // Those known from the start are not kept waiting.
    void this.#checkAll(queue, () => this.#takeQueue());
  }

  async stop(): Promise<void> {
    for (const end of this.#ends) end();
    this.#ends = [];
    await Promise.all(Object.values(this.#lanes).map((lane) => lane.settled()));
  }

  /**
   * Queues a host that somebody offers; it becomes a peer once it has proved itself. Answers whether it was queued.
   *
   * @param caller who offers it, where that is a stranger.
   */
  offer(host: string, caller?: string): boolean {
    const name = readHost(host);
    if (name === null || name === this.#publicHost) return false;
    if (this.#table.isPeer(name) || this.#table.isSetAside(name, this.#options.clock.nowUs())) return false;
    return this.#queue.add(name, caller);
  }

  /**
   * Asks a host who it is and enters it as a peer. Throws `PEER_STATEMENT`, `PEER_SELF`, or why it could not be asked;
   * then it is no peer any more: one that did not answer is a known host, another one is left alone for a while.
   */
  async check(host: string): Promise<Peer> {
    const name = normalizeHost(host);
    try {
      // It is asked to know us each time: it may have been restarted, or have given us up.
      const { peer, others } = await authenticate(name, this.#publicHost, this.#options);
      this.#table.accept(peer);
      this.#failures.clear(name, "statement");
      this.#lost.remove(name);
      for (const named of others) this.#learn(named, name);
      return peer;
    } catch (error) {
      if (isUnreachable(error)) this.#lose(name);
      else this.#leaveAlone(name);
      throw error;
    } finally {
      this.#report();
    }
  }

  /** @param known what answers need not be read again. */
  client(peer: Peer, known?: KnownRecords): Client {
    return this.#options.connect(peer.host, known);
  }

  /** Notes that a peer answered as it should. */
  praise(peer: Peer, topic: Topic): void {
    this.#failures.clear(peer.host, topic);
  }

  /** Notes that a peer did not. One that broke the rules is dropped at once, one that does not answer in the end. */
  blame(peer: Peer, reason: ChainError, topic: Topic): void {
    if (!isUnreachable(reason) || this.#failures.note(peer.host, topic)) this.drop(peer, reason);
  }

  /** Works with a peer no more: one that only did not answer is a known host again, another one is left alone. */
  drop({ host }: Peer, reason: ChainError): void {
    if (!this.#table.isPeer(host)) return;
    this.#options.log("warn", "peer dropped", { host, code: reason.code, reason: reason.message });
    if (isUnreachable(reason)) this.#demote(host);
    else this.#leaveAlone(host);
    this.#report();
  }

  /** A peer that is lost may come back; a host that never was one may not exist. */
  #lose(host: string): void {
    if (this.#table.isPeer(host)) this.#demote(host);
    else if (!this.#table.isKnown(host) || this.#lost.has(host)) return;
    else if (this.#failures.note(host, "statement")) this.#table.remove(host);
  }

  #demote(host: string): void {
    this.#table.demote(host);
    this.#lost.add(host);
  }

  #leaveAlone(host: string): void {
    this.#failures.forget(host);
    this.#lost.remove(host);
    this.#table.setAside(host, this.#options.clock.nowUs() + SET_ASIDE_US);
  }

  /** Known hosts, and those that this node was given: they are never given up. */
  #strangers(): readonly string[] {
    const nowUs = this.#options.clock.nowUs();
    const given = this.#given.filter(
      (host) => !this.#table.isPeer(host) && !this.#table.isSetAside(host, nowUs),
    );
    return [...new Set([...this.#table.nextKnown(MAX_KNOWN_AT_A_TIME), ...given])];
  }

  /** Checks hosts, a few at a time. */
  #checkAll(lane: Lane, hosts: () => readonly string[]): Promise<void> {
    return lane.run(async () => {
      const waiting = [...hosts()];
      while (waiting.length > 0 && this.isRunning) {
        const batch = waiting.splice(0, MAX_CHECKS_AT_ONCE);
        await Promise.all(batch.map((host) => this.#tryHost(host)));
      }
    });
  }

  async #tryHost(host: string): Promise<void> {
    const { log } = this.#options;
    const isNew = !this.#table.isPeer(host);
    try {
      const { address } = await this.check(host);
      this.#warned.delete(host);
      if (isNew) log("info", "peer", { host, address });
    } catch (error) {
      if (!(error instanceof ChainError)) throw error;
      const level = this.#isToBeWarnedOf(host, error) ? "warn" : "debug";
      log(level, "no peer", { host, code: error.code, reason: error.message });
    }
  }

  /** Whoever gave a host expects a peer there; one that does not answer may come later. One reason is told once. */
  #isToBeWarnedOf(host: string, { code }: ChainError): boolean {
    if (!this.#given.includes(host) || PASSING.has(code) || this.#warned.get(host) === code) return false;
    this.#warned.set(host, code);
    return true;
  }

  #takeQueue(): readonly string[] {
    return [...new Set([...this.#queue.take(), ...this.#lost.next()])];
  }

  #learn(host: string, teller = host): void {
    const name = readHost(host);
    if (name === null || name === this.#publicHost) return;
    if (!this.#table.isSetAside(name, this.#options.clock.nowUs())) this.#table.learn(name, teller);
  }

  #report(): void {
    const hosts = [...this.peers.values()].map(({ host }) => host).sort();
    const text = hosts.join(" ");
    if (text === this.#reported) return;
    this.#reported = text;
    this.#options.onChange(hosts);
  }
}

/** A host in its one spelling, null when it is none. */
function readHost(host: string): string | null {
  try {
    return normalizeHost(host);
  } catch (error) {
    if (error instanceof ChainError) return null;
    throw error;
  }
}

/** Whether a peer only did not answer: whatever else is wrong is its doing. */
function isUnreachable(error: unknown): boolean {
  if (error instanceof ChainError && error.code === "ANSWER_TOO_LARGE") return false;
  return error instanceof ChainError && ["unreachable", "unavailable", "busy"].includes(error.kind);
}
