import { ChainError } from "../../codec/chain-error.js";
import type { Client } from "../../client/create-client.js";
import { authenticate, type AuthenticateOptions } from "./membership.js";
import { Bans, type Ban, type BansOptions } from "./bans.js";
import { TIMESTAMP_ERROR_US } from "../../records/limits.js";
import { ClockOffsets, type ClockOffset } from "./clock-offsets.js";
import { CheckSchedule } from "./check-schedule.js";
import { Distances, ringNeighbours } from "./ring.js";
import type { Topic } from "./failures.js";
import { placeAt, type HostPlace } from "../transport/ip-network.js";
import { type Connect, normalizeHost, parseHost, readHost } from "../transport/host.js";
import type { FailureKind } from "../transport/failure-kind.js";
import type { HostRecord } from "./host-records.js";
import type { PeerLog } from "./peer-log.js";
import { PeerTable, type Peer } from "./peer-table.js";
import type { ReadOptions } from "../transport/read-answer.js";
import { Reputation } from "./reputation.js";
import * as errors from "../errors.js";
import { SteadyCalls } from "../transport/steady-calls.js";

export interface TrackerOptions extends AuthenticateOptions, Omit<BansOptions, "clock"> {
  /** Hosts to try first and never to give up: those of the network definition and of the operator. */
  readonly hosts: readonly string[];
  /** The peers at the last stop of the node, which are tried first. */
  readonly remembered?: readonly string[];
  /**
   * The IP address of a host name, as far as it is known. Without it, hosts are not limited by their network
   * (PROTOCOL 15.12).
   */
  readonly addressOf?: (hostname: string) => string | undefined;
  /** The host at which others reach this node. Without it, peers are not asked to register this node. */
  readonly publicHost?: string;
  /** Called with the hosts of all peers when they have changed. */
  readonly onChange: (hosts: readonly string[]) => void;
  readonly log: PeerLog;
}

/** How many hosts the operator may name, including those of the start. */
const MAX_GIVEN = 256;

/**
 * Knows which nodes belong to the network: checks the statements of hosts and keeps the table of peers
 * (PROTOCOL 12.3, 12.4, 12.6).
 */
export class Tracker {
  readonly #options: TrackerOptions;
  readonly #table: PeerTable;
  readonly #reputation: Reputation;
  readonly #calls: SteadyCalls;
  readonly #schedule: CheckSchedule;
  readonly #given: Set<string>;
  readonly #connect: Connect;
  readonly #bans: Bans;
  readonly #publicHost: string | undefined;
  readonly #offsets: ClockOffsets;
  readonly distances = new Distances();
  #reported = "";

  /** Throws `PEER_HOST` when a given host or this node's own host is invalid. */
  constructor(options: TrackerOptions) {
    this.#options = options;
    const { publicHost } = options;
    this.#publicHost = publicHost === undefined ? undefined : normalizeHost(publicHost);
    // All nodes of a network may have the same list, which then contains the node itself.
    this.#given = new Set(options.hosts.map(normalizeHost).filter((host) => host !== this.#publicHost));
    const { clock, log } = options;
    this.#offsets = new ClockOffsets(this.#given);
    this.#connect = (host, reading) => options.connect(host, { isNamed: this.#given.has(host), ...reading });
    this.#table = new PeerTable(this.#given, (host) => this.#placeOf(host));
    this.#bans = new Bans(options);
    const bans = this.#bans;
    this.#reputation = new Reputation({ table: this.#table, given: this.#given, clock, log, bans });
    const onRetry = (host: string, reason: ChainError): void => this.#reputation.noteFailure(host, reason);
    this.#calls = new SteadyCalls({ clock, onRetry });
    this.#schedule = new CheckSchedule({
      ...options,
      connect: this.#connect,
      calls: this.#calls,
      table: this.#table,
      reputation: this.#reputation,
      given: this.#given,
      check: (host, connect) => this.#check(host, connect),
      onClockMoved: () => this.#offsets.clear(),
    });
    for (const host of options.remembered ?? []) {
      this.#learn(host);
      this.offer(host);
    }
  }

  get isRunning(): boolean {
    return this.#schedule.isRunning;
  }

  get peers(): ReadonlyMap<string, Peer> {
    return this.#table.peers;
  }

  hostnames(): ReadonlyMap<string, string> {
    return new Map(
      Array.from(this.peers.values(), ({ address, host }) => [address, parseHost(host).hostname]),
    );
  }

  /** The host at which others reach this node, if the operator named it. */
  get publicHost(): string | undefined {
    return this.#publicHost;
  }

  get named(): readonly Peer[] {
    return this.#table.named;
  }

  get knownHosts(): readonly string[] {
    return this.#table.knownHosts;
  }

  /** The hosts that the network definition and the operator name, whatever their state. */
  get given(): readonly string[] {
    return [...this.#given];
  }

  /** The records of hosts that have failed recently or are set aside. */
  get records(): ReadonlyMap<string, HostRecord> {
    return this.#reputation.records();
  }

  /** How many questions to hosts have failed since the start, by the kind of the failure. */
  get failureCounts(): ReadonlyMap<FailureKind, number> {
    return this.#reputation.failureCounts;
  }

  /** How far this node's clock differs from those of others; null while no host has answered. */
  clockOffset(nowUs: number): ClockOffset | null {
    return this.#offsets.median(nowUs);
  }

  /**
   * Whether no host is a peer, and the clocks of those that the operator named differ from this node's by more than
   * they accept (PROTOCOL 12.3). What strangers say does not count.
   */
  isClockRefused(nowUs: number): boolean {
    const named = this.peers.size > 0 ? null : this.#offsets.medianOfNamed(nowUs);
    return named !== null && Math.abs(named.offsetUs) > TIMESTAMP_ERROR_US;
  }

  /**
   * Whether this node is sure to be wrong about the time (PROTOCOL 15.13).
   *
   * @param holders the node addresses of the other slot holders.
   */
  isSurelyWrong(nowUs: number, holders: ReadonlySet<string>): boolean {
    return this.#offsets.isRefused(nowUs, holders);
  }

  /** How many of the operator's hosts are no peers because they have another chain. Strangers may lie. */
  get onOtherChain(): number {
    const { records } = this;
    return this.given.filter((host) => records.get(host)?.last.code === "PEER_OTHER_CHAIN").length;
  }

  /** Whether a host is one of `given`. */
  isNamed(host: string): boolean {
    return this.#given.has(host);
  }

  /** The neighbours on the ring of peers (PROTOCOL 12.7). */
  ring(): readonly Peer[] {
    const byAddress = new Map([...this.peers.values()].map((peer) => [peer.address, peer]));
    const networkOf = (address: string): string | null => byAddress.get(address)?.place?.network ?? null;
    const addresses = ringNeighbours(this.#options.key.address, byAddress.keys(), networkOf);
    return addresses.flatMap((address) => byAddress.get(address) ?? []);
  }

  /** The peers that this node collects from: those on the ring, and always those that the operator named (PROTOCOL 15.12). */
  neighbours(): readonly Peer[] {
    return [...new Set([...this.ring(), ...this.named])];
  }

  /** Where a host is; null while its address is not known, and in a network at private addresses. */
  #placeOf(host: string): HostPlace | null {
    const address = this.#options.addressOf?.(parseHost(host).hostname);
    return address === undefined ? null : placeAt(address);
  }

  start(): void {
    this.#calls.start();
    this.#schedule.start();
  }

  async stop(): Promise<void> {
    this.#schedule.stop();
    this.#calls.stop();
    await this.#schedule.settled();
  }

  /**
   * Queues an offered host; it becomes a peer once it has proved itself (PROTOCOL 12.4). Returns whether it was queued.
   *
   * @param caller the address or network of the stranger that offers it; omitted for this node's own offers.
   */
  offer(host: string, caller?: string): boolean {
    const name = readHost(host);
    if (name === null || name === this.#publicHost) return false;
    if (this.#table.isPeer(name) || this.#reputation.isShunned(name)) return false;
    return this.#schedule.offer(name, caller);
  }

  /**
   * Asks a host for its statement and adds it as a peer. Throws `PEER_BANNED`, or as `authenticate` does. A host of another network is set aside.
   */
  check(host: string): Promise<Peer> {
    return this.#check(normalizeHost(host), this.#connect);
  }

  /** Like `check`, for a host that the operator names: it is never given up from then on. */
  async add(host: string): Promise<Peer> {
    const name = normalizeHost(host);
    this.#reputation.pardon(name);
    const connect: Connect = (asked) => this.#options.connect(asked, { isNamed: true });
    const peer = await this.#check(name, connect);
    if (this.#given.size < MAX_GIVEN) this.#given.add(name);
    // A host that the operator named takes precedence over others.
    this.#table.accept(peer);
    this.#report();
    return peer;
  }

  /**
   * Drops a peer or known host and no longer tries it, also when the operator named it. It may come back: a peer may name
   * it, it may offer itself, or a check of it may be in progress. Throws `PEER_HOST` or `PEER_UNKNOWN`.
   */
  remove(host: string): string {
    const name = normalizeHost(host);
    const isListed = this.#given.has(name) || this.#table.isPeer(name) || this.#table.isKnown(name);
    if (!isListed && !this.records.has(name)) throw errors.peerUnknown({ host: name });
    this.#dismiss(name);
    return name;
  }

  /**
   * Like `remove`, for any host, which does not come back before a time in µs; null means until `unban`. Resolves when
   * the ban is kept. Throws `PEER_HOST`, or why the ban cannot be kept: then it is in force until the node stops.
   */
  async ban(host: string, untilUs: number | null): Promise<Ban> {
    const ban = { host: normalizeHost(host), untilUs };
    const kept = this.#bans.add(ban);
    this.#dismiss(ban.host);
    await kept;
    return ban;
  }

  /** Throws `PEER_HOST` or `PEER_NOT_BANNED`. */
  async unban(host: string): Promise<string> {
    const name = normalizeHost(host);
    await this.#bans.remove(name);
    return name;
  }

  get bans(): readonly Ban[] {
    return this.#bans.all;
  }

  #dismiss(name: string): void {
    this.#given.delete(name);
    this.#schedule.withdraw(name);
    this.#reputation.dismiss(name);
    this.#report();
  }

  async #check(name: string, connect: Connect): Promise<Peer> {
    this.#bans.assertNone(name);
    try {
      // Asks for registration each time: the host may have restarted or given this node up.
      const { clock } = this.#options;
      const onAnswer: AuthenticateOptions["onAnswer"] = (host, { offsetUs, tookUs, slot }) => {
        this.#offsets.note(host, offsetUs, clock.nowUs(), slot);
        this.distances.note(host, tookUs);
      };
      const { peer, others } = await authenticate(name, this.#publicHost, {
        ...this.#options,
        connect,
        onAnswer,
      });
      // It may have been banned while it answered.
      this.#bans.assertNone(name);
      this.#table.accept({ ...peer, place: this.#placeOf(name) });
      this.#reputation.recordSuccess(name, "statement");
      for (const named of others) this.#learn(named, name);
      return peer;
    } catch (error) {
      if (error instanceof ChainError) this.#reputation.countFailure(name, error, "statement");
      throw error;
    } finally {
      this.#report();
    }
  }

  /** A client with retries. */
  client({ host }: Peer, options?: ReadOptions): Client {
    return this.#calls.client(this.#connect(host, options));
  }

  /** A client without retries, whose failures do not count against the host. */
  plainClient(host: string): Client {
    return this.#connect(host);
  }

  recordSuccess({ host }: Peer, topic: Topic): void {
    this.#reputation.recordSuccess(host, topic);
  }

  /** Records a failure that does not count against a peer. */
  noteFailure({ host }: Peer, reason: ChainError): void {
    this.#reputation.noteFailure(host, reason);
  }

  /** Records a failure of a peer. It is dropped after some in a row, and at once for a proof. */
  countFailure({ host }: Peer, reason: ChainError, topic: Topic): void {
    if (!this.#table.isPeer(host)) return;
    this.#reputation.countFailure(host, reason, topic);
    this.#report();
  }

  /** Drops a peer that provably broke a rule (PROTOCOL 11.5). */
  setAside({ host }: Peer, reason: ChainError): void {
    if (!this.#table.isPeer(host)) return;
    this.#reputation.setAside(host, reason);
    this.#report();
  }

  #learn(host: string, source = host): void {
    const name = readHost(host);
    if (name === null || name === this.#publicHost) return;
    if (!this.#reputation.isShunned(name)) this.#table.learn(name, source);
  }

  #report(): void {
    const hosts = [...this.peers.values()].map(({ host }) => host).sort();
    const text = hosts.join(" ");
    if (text === this.#reported) return;
    this.#reported = text;
    this.#options.onChange(hosts);
  }
}
