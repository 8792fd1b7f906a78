import { ChainError } from "../codec/chain-error.js";
import type { Client } from "../client/create-client.js";
import { Lane } from "../consensus/lane.js";
import { authenticate, type AuthenticateOptions } from "./authenticate.js";
import type { Connect } from "./connect.js";
import type { Topic } from "./failures.js";
import { normalizeHost } from "./host.js";
import type { HostRecord } from "./host-records.js";
import { OfferedHosts } from "./offered-hosts.js";
import type { PeerLog } from "./peer-log.js";
import { PeerTable, type Peer } from "./peer-table.js";
import type { KnownRecords } from "./read-answer.js";
import { repeatAside } from "./repeat-aside.js";
import { Reputation } from "./reputation.js";
import { ringNeighbours } from "./ring.js";
import { SteadyCalls } from "./steady-calls.js";

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
/** Hosts that were given and are no peers now are tried as often as those who ask to be registered. */
const CHECK_GIVEN_US = CHECK_QUEUE_US;
const MAX_CHECKS_AT_ONCE = 8;
/** Hosts that the operator may add while the node runs, with those of its start. */
const MAX_GIVEN = 256;
/** Known hosts that are tried at a time: whoever names many that never answer does not fill the hour with them. */
const MAX_KNOWN_AT_A_TIME = 64;

/** Codes of what passes by itself. */
const PASSING: ReadonlySet<string> = new Set([
  "UNREACHABLE",
  "TIMEOUT",
  "NODE_BUSY",
  "NODE_FAILED",
  "NODE_UNAVAILABLE",
]);

/** Knows who belongs to the network: tries hosts, checks their statements, and looks after them again (PROTOCOL 12). */
export class Tracker {
  readonly #options: TrackerOptions;
  readonly #table: PeerTable;
  readonly #reputation: Reputation;
  readonly #calls: SteadyCalls;
  readonly #queue = new OfferedHosts();
  /** One for each list: hosts that never answer hold up those of their own list alone. */
  readonly #lanes = { queue: new Lane(), strangers: new Lane(), peers: new Lane() };
  readonly #given: Set<string>;
  /** Those of them that are being tried: one that is silent keeps none of the others waiting. */
  readonly #trying = new Map<string, Promise<void>>();
  /** Those of them that have proved themselves, and whose place is another one's. */
  readonly #standby = new Set<string>();
  readonly #publicHost: string | undefined;
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
    this.#given = new Set(options.hosts.map(normalizeHost).filter((host) => host !== this.#publicHost));
    const { clock, log } = options;
    this.#table = new PeerTable(this.#given);
    this.#reputation = new Reputation({ table: this.#table, given: this.#given, clock, log });
    const onRetry = (host: string, reason: ChainError): void => this.#reputation.note(host, reason);
    this.#calls = new SteadyCalls({ clock, onRetry });
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
    return [...this.#given];
  }

  /** How hosts have failed lately, and which are set aside. */
  get records(): ReadonlyMap<string, HostRecord> {
    return this.#reputation.records();
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
    this.#calls.start();
    this.#ends = [
      repeatAside(clock, CHECK_GIVEN_US, async () => this.#checkGiven()),
      every(CHECK_QUEUE_US, queue, () => this.#takeQueue()),
      every(CHECK_KNOWN_HOSTS_US, strangers, () => this.#strangers()),
      every(CHECK_PEERS_US, peers, () => [...this.peers.values()].map(({ host }) => host)),
    ];
    // Those known from the start are not kept waiting.
    this.#checkGiven();
    void this.#checkAll(queue, () => this.#takeQueue());
  }

  async stop(): Promise<void> {
    for (const end of this.#ends) end();
    this.#ends = [];
    this.#calls.stop();
    await Promise.all([
      ...Object.values(this.#lanes).map((lane) => lane.settled()),
      ...this.#trying.values(),
    ]);
  }

  /**
   * Queues a host that somebody offers; it becomes a peer once it has proved itself. Answers whether it was queued.
   *
   * @param caller who offers it, where that is a stranger.
   */
  offer(host: string, caller?: string): boolean {
    const name = readHost(host);
    if (name === null || name === this.#publicHost) return false;
    if (this.#table.isPeer(name) || this.#reputation.isSetAside(name)) return false;
    return this.#queue.add(name, caller);
  }

  /**
   * Asks a host who it is and enters it as a peer. Throws `PEER_STATEMENT`, `PEER_SELF`, or why it could not be asked;
   * one of another network is set aside then.
   */
  check(host: string): Promise<Peer> {
    return this.#check(normalizeHost(host), this.#options.connect);
  }

  /** The same for the operator, who wants it as a peer: it is never given up from then on. */
  async add(host: string): Promise<Peer> {
    const name = normalizeHost(host);
    this.#reputation.pardon(name);
    const peer = await this.check(name);
    if (this.#given.size < MAX_GIVEN) this.#given.add(name);
    // A host that was given has a place before others.
    this.#table.accept(peer);
    this.#report();
    return peer;
  }

  async #check(name: string, connect: Connect): Promise<Peer> {
    try {
      // It is asked to know us each time: it may have been restarted, or have given us up.
      const { peer, others } = await authenticate(name, this.#publicHost, { ...this.#options, connect });
      this.#table.accept(peer);
      this.#reputation.praise(name, "statement");
      if (this.#given.has(name) && !this.#table.isPeer(name)) this.#standby.add(name);
      else this.#standby.delete(name);
      for (const named of others) this.#learn(named, name);
      return peer;
    } catch (error) {
      this.#standby.delete(name);
      if (error instanceof ChainError) this.#reputation.blame(name, error, "statement");
      throw error;
    } finally {
      this.#report();
    }
  }

  /** Its calls survive a stray failure. @param known what answers need not be read again. */
  client({ host }: Peer, known?: KnownRecords): Client {
    return this.#calls.client(this.#options.connect(host, known));
  }

  /** Its calls are tried once, and nothing is held against the host. */
  plainClient(host: string): Client {
    return this.#options.connect(host);
  }

  /** Notes that a peer answered as it should. */
  praise({ host }: Peer, topic: Topic): void {
    this.#reputation.praise(host, topic);
  }

  /** Notes a failure that is not held against a peer. */
  note({ host }: Peer, reason: ChainError): void {
    this.#reputation.note(host, reason);
  }

  /** Notes that a peer did not answer as it should: it is dropped after some in a row, and at once for a proof. */
  blame({ host }: Peer, reason: ChainError, topic: Topic): void {
    if (!this.#table.isPeer(host)) return;
    this.#reputation.blame(host, reason, topic);
    this.#report();
  }

  /** Drops a peer that provably broke a rule. */
  convict({ host }: Peer, reason: ChainError): void {
    if (!this.#table.isPeer(host)) return;
    this.#reputation.convict(host, reason);
    this.#report();
  }

  /** Known hosts, and those given that have no place now: the others have their own turn. */
  #strangers(): readonly string[] {
    const known = this.#table.nextKnown(MAX_KNOWN_AT_A_TIME).filter((host) => !this.#given.has(host));
    return [...known, ...[...this.#standby].filter((host) => !this.#table.isPeer(host))];
  }

  /** Tries the hosts that were given and are no peers, each by itself. They are never given up. */
  #checkGiven(): void {
    for (const host of this.#given) {
      const isPlaced = this.#table.isPeer(host) || this.#standby.has(host);
      if (isPlaced || this.#reputation.isSetAside(host) || this.#trying.has(host)) continue;
      this.#trying.set(
        host,
        this.#tryHost(host).finally(() => this.#trying.delete(host)),
      );
    }
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
      const { address } = await this.#check(host, this.#connectTo(host));
      this.#warned.delete(host);
      if (isNew) log("info", "peer", { host, address });
    } catch (error) {
      if (!(error instanceof ChainError)) throw error;
      const level = this.#isToBeWarnedOf(host, error) ? "warn" : "debug";
      log(level, "no peer", { host, code: error.code, reason: error.message });
    }
  }

  /** A peer that is looked after, and a host that the operator named, are worth another try at once. */
  #connectTo(host: string): Connect {
    const { connect } = this.#options;
    const isSteady = this.#table.isPeer(host) || this.#given.has(host) || this.#reputation.lost.has(host);
    return isSteady ? (name) => this.#calls.client(connect(name)) : connect;
  }

  /** Whoever gave a host expects a peer there; one that does not answer may come later. One reason is told once. */
  #isToBeWarnedOf(host: string, { code }: ChainError): boolean {
    if (!this.#given.has(host) || PASSING.has(code) || this.#warned.get(host) === code) return false;
    this.#warned.set(host, code);
    return true;
  }

  #takeQueue(): readonly string[] {
    return [...new Set([...this.#queue.take(), ...this.#reputation.lost.next()])].filter(
      (host) => !this.#trying.has(host) && !this.#reputation.isSetAside(host),
    );
  }

  #learn(host: string, teller = host): void {
    const name = readHost(host);
    if (name === null || name === this.#publicHost) return;
    if (!this.#reputation.isSetAside(name)) this.#table.learn(name, teller);
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
