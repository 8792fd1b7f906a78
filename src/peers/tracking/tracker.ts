import { ChainError } from "../../codec/chain-error.js";
import { authenticate, type AuthenticateOptions } from "./membership.js";
import { Bans, type Ban, type BansOptions } from "./bans.js";
import { TIMESTAMP_ERROR_US } from "../../records/limits.js";
import { ClockOffsets } from "./clock-offsets.js";
import { CheckSchedule } from "./check-schedule.js";
import { Distances, ringNeighbours } from "./ring.js";
import type { Topic } from "./failures.js";
import { placeAt, type HostPlace } from "../transport/ip-network.js";
import { type Connect, normalizeHost, parseHost, readHost } from "../transport/host.js";
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

/** How many of the named peers are asked as often as those on the ring. */
const NEAR_NAMED = 4;
/** How many hosts the operator may name, including those of the start. */
const MAX_GIVEN = 256;

export type Tracker = ReturnType<typeof createTracker>;

/**
 * Knows which nodes belong to the network: checks the statements of hosts and keeps the table of peers
 * (PROTOCOL 12.3, 12.4, 12.6). Throws `PEER_HOST` when a given host or this node's own host is invalid.
 */
export function createTracker(options: TrackerOptions) {
  const { clock, log } = options;
  const publicHost = options.publicHost === undefined ? undefined : normalizeHost(options.publicHost);
  // All nodes of a network may have the same list, which then contains the node itself.
  const given = new Set(options.hosts.map(normalizeHost).filter((host) => host !== publicHost));
  const offsets = new ClockOffsets(given);
  const distances = new Distances();
  const connectTo: Connect = (host, reading) =>
    options.connect(host, {
      isNamed: given.has(host),
      // A peer that the operator named has the same blocks.
      mayBeLong: given.has(host) || ![...given].some((named) => table.isPeer(named)),
      ...reading,
    });
  const table = new PeerTable(given, placeOf);
  const banned = new Bans(options);
  const reputation = new Reputation({ table, given, clock, log, bans: banned });
  const calls = new SteadyCalls({
    clock,
    onRetry: (host, reason) => reputation.noteFailure(host, reason),
  });
  const schedule = new CheckSchedule({
    ...options,
    connect: connectTo,
    calls,
    table,
    reputation,
    given,
    check: checkHost,
    onClockMoved: () => offsets.clear(),
  });
  let reported = "";
  for (const host of options.remembered ?? []) {
    learn(host);
    offer(host);
  }

  /** Where a host is; null while its address is not known, and in a network at private addresses. */
  function placeOf(host: string): HostPlace | null {
    const address = options.addressOf?.(parseHost(host).hostname);
    return address === undefined ? null : placeAt(address);
  }

  /** The neighbours on the ring of peers (PROTOCOL 12.7). */
  function ring(): readonly Peer[] {
    const byAddress = new Map([...table.peers.values()].map((peer) => [peer.address, peer]));
    const networkOf = (address: string): string | null => byAddress.get(address)?.place?.network ?? null;
    const addresses = ringNeighbours(options.key.address, byAddress.keys(), networkOf);
    return addresses.flatMap((address) => byAddress.get(address) ?? []);
  }

  /**
   * Queues an offered host; it becomes a peer once it has proved itself (PROTOCOL 12.4). Returns whether it was queued.
   *
   * @param caller the address or network of the stranger that offers it; omitted for this node's own offers.
   */
  function offer(host: string, caller?: string): boolean {
    const name = readHost(host);
    if (name === null || name === publicHost) return false;
    if (table.isPeer(name) || reputation.isShunned(name)) return false;
    return schedule.offer(name, caller);
  }

  function dismiss(name: string): void {
    given.delete(name);
    schedule.withdraw(name);
    reputation.dismiss(name);
    report();
  }

  async function checkHost(name: string, connect: Connect): Promise<Peer> {
    banned.assertNone(name);
    try {
      // Asks for registration each time: the host may have restarted or given this node up.
      const onAnswer: AuthenticateOptions["onAnswer"] = (host, { offsetUs, tookUs, slot }) => {
        offsets.note(host, offsetUs, clock.nowUs(), slot);
        distances.note(host, tookUs);
      };
      const { peer, others } = await authenticate(name, publicHost, { ...options, connect, onAnswer });
      // It may have been banned while it answered.
      banned.assertNone(name);
      table.accept({ ...peer, place: placeOf(name) });
      reputation.recordSuccess(name, "statement");
      for (const named of others) learn(named, name);
      return peer;
    } catch (error) {
      if (error instanceof ChainError) reputation.countFailure(name, error, "statement");
      throw error;
    } finally {
      report();
    }
  }

  function learn(host: string, source = host): void {
    const name = readHost(host);
    if (name === null || name === publicHost) return;
    if (!reputation.isShunned(name)) table.learn(name, source);
  }

  function report(): void {
    const hosts = [...table.peers.values()].map(({ host }) => host).sort();
    const text = hosts.join(" ");
    if (text === reported) return;
    reported = text;
    options.onChange(hosts);
  }

  return {
    distances,
    get isRunning() {
      return schedule.isRunning;
    },
    get peers() {
      return table.peers;
    },
    /** The host names of the peers, by address. */
    hostnames: (): ReadonlyMap<string, string> =>
      new Map(Array.from(table.peers.values(), ({ address, host }) => [address, parseHost(host).hostname])),
    /** The host at which others reach this node, if the operator named it. */
    publicHost,
    get named() {
      return table.named;
    },
    get knownHosts() {
      return table.knownHosts;
    },
    /** The hosts that the network definition and the operator name, whatever their state. */
    get given(): readonly string[] {
      return [...given];
    },
    /** The records of hosts that have failed recently or are set aside. */
    get records() {
      return reputation.records();
    },
    /** How many questions to hosts have failed since the start, by the kind of the failure. */
    get failureCounts() {
      return reputation.failureCounts;
    },
    /** How far this node's clock differs from those of others; null while no host has answered. */
    clockOffset: (nowUs: number) => offsets.median(nowUs),
    /**
     * Whether no host is a peer, and the clocks of those that the operator named differ from this node's by more than
     * they accept (PROTOCOL 12.3). What strangers say does not count.
     */
    isClockRefused(nowUs: number): boolean {
      const named = table.peers.size > 0 ? null : offsets.medianOfNamed(nowUs);
      return named !== null && Math.abs(named.offsetUs) > TIMESTAMP_ERROR_US;
    },
    /**
     * Whether this node is sure to be wrong about the time (PROTOCOL 15.13).
     *
     * @param holders the node addresses of the other slot holders.
     */
    isSurelyWrong: (nowUs: number, holders: ReadonlySet<string>) => offsets.isRefused(nowUs, holders),
    /** How many of the operator's hosts are no peers because they have another chain. Strangers may lie. */
    get onOtherChain(): number {
      const records = reputation.records();
      return [...given].filter((host) => records.get(host)?.last.code === "PEER_OTHER_CHAIN").length;
    },
    isNamed: (host: string): boolean => given.has(host),
    ring,
    /** The peers that are asked most often: those on the ring, and the first that the operator named (PROTOCOL 15.12). */
    near: (): readonly Peer[] => [...new Set([...ring(), ...table.named.slice(0, NEAR_NAMED)])],
    /** The peers that this node collects from: those on the ring, and always those that the operator named (PROTOCOL 15.12). */
    neighbours: (): readonly Peer[] => [...new Set([...ring(), ...table.named])],
    start(): void {
      calls.start();
      schedule.start();
    },
    async stop(): Promise<void> {
      schedule.stop();
      calls.stop();
      await schedule.settled();
    },
    offer,
    /**
     * Asks a host for its statement and adds it as a peer. Throws `PEER_BANNED`, or as `authenticate` does. A host of
     * another network is set aside.
     */
    check: (host: string): Promise<Peer> => checkHost(normalizeHost(host), connectTo),
    /** Like `check`, for a host that the operator names: it is never given up from then on. */
    async add(host: string): Promise<Peer> {
      const name = normalizeHost(host);
      reputation.pardon(name);
      const peer = await checkHost(name, (asked) => options.connect(asked, { isNamed: true }));
      if (given.size < MAX_GIVEN) given.add(name);
      // A host that the operator named takes precedence over others.
      table.accept(peer);
      report();
      return peer;
    },
    /** Names a host as the options do: it need not answer, and is never given up. Throws `PEER_HOST`. */
    name(host: string): void {
      const name = normalizeHost(host);
      if (name === publicHost || given.size >= MAX_GIVEN) return;
      reputation.pardon(name);
      given.add(name);
    },
    /**
     * Drops a peer or known host and no longer tries it, also when the operator named it. It may come back: a peer may
     * name it, it may offer itself, or a check of it may be in progress. Throws `PEER_HOST` or `PEER_UNKNOWN`.
     */
    remove(host: string): string {
      const name = normalizeHost(host);
      const isListed = given.has(name) || table.isPeer(name) || table.isKnown(name);
      if (!isListed && !reputation.records().has(name)) throw errors.peerUnknown({ host: name });
      dismiss(name);
      return name;
    },
    /**
     * Like `remove`, for any host, which does not come back before a time in µs; null means until `unban`. Resolves when
     * the ban is kept. Throws `PEER_HOST`, or why the ban cannot be kept: then it is in force until the node stops.
     */
    async ban(host: string, untilUs: number | null): Promise<Ban> {
      const ban = { host: normalizeHost(host), untilUs };
      const kept = banned.add(ban);
      dismiss(ban.host);
      await kept;
      return ban;
    },
    /** Throws `PEER_HOST` or `PEER_NOT_BANNED`. */
    async unban(host: string): Promise<string> {
      const name = normalizeHost(host);
      await banned.remove(name);
      return name;
    },
    get bans() {
      return banned.all;
    },
    client: ({ host }: Peer, reading?: ReadOptions) => calls.client(connectTo(host, reading)),
    /** A client without retries, whose failures do not count against the host. */
    plainClient: (host: string) => connectTo(host),
    recordSuccess: ({ host }: Peer, topic: Topic) => reputation.recordSuccess(host, topic),
    /** Records a failure that does not count against a peer. */
    noteFailure: ({ host }: Peer, reason: ChainError) => reputation.noteFailure(host, reason),
    /** Records a failure of a peer. It is dropped after some in a row, and at once for a proof. */
    countFailure({ host }: Peer, reason: ChainError, topic: Topic): void {
      if (!table.isPeer(host)) return;
      reputation.countFailure(host, reason, topic);
      report();
    },
    /** Drops a peer that provably broke a rule (PROTOCOL 11.5). */
    setAside({ host }: Peer, reason: ChainError): void {
      if (!table.isPeer(host)) return;
      reputation.setAside(host, reason);
      report();
    },
  };
}
