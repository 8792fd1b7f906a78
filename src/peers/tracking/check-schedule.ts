import pLimit from "p-limit";
import { ChainError } from "../../codec/chain-error.js";
import { repeatAside, type Clock } from "../../base/clock/clock.js";
import { createLane, settled, type Lane } from "../../base/lane.js";
import type { Connect } from "../transport/host.js";
import type { SteadyCalls } from "../transport/steady-calls.js";
import type { PeerLog } from "./peer-log.js";
import type { Peer, PeerTable } from "./peer-table.js";
import type { Reputation } from "./reputation.js";

export interface CheckScheduleOptions {
  readonly clock: Clock;
  readonly connect: Connect;
  readonly calls: SteadyCalls;
  readonly table: PeerTable;
  readonly reputation: Reputation;
  /** Hosts that the operator named. The set may grow. */
  readonly given: ReadonlySet<string>;
  /** Asks a host for its statement and adds it as a peer. Throws the reason why it is not a peer. */
  readonly check: (host: string, connect: Connect) => Promise<Peer>;
  /** Called when this node's clock was moved, before the peers' clocks are asked for. */
  readonly onClockMoved: () => void;
  readonly log: PeerLog;
}

/** How often each list is checked (PROTOCOL 12.5). */
const CHECK_PEERS_US = 120_000_000;
const CHECK_KNOWN_HOSTS_US = 60_000_000;
const CHECK_QUEUE_US = 5_000_000;
/** The operator's hosts that are not peers now are tried as often as offered ones (PROTOCOL 12.6). */
const CHECK_GIVEN_US = CHECK_QUEUE_US;
/** By how much this node's clock may differ from the time that has passed before the peers are asked for theirs. */
const CLOCK_MOVED_US = 1_000_000;
const MAX_CHECKS_AT_ONCE = 8;
/** How many known hosts are tried at a time, so that a list of silent hosts does not take an hour. */
const MAX_KNOWN_AT_A_TIME = 64;

/** Codes of failures that pass by themselves. */
const PASSING: ReadonlySet<string> = new Set([
  "UNREACHABLE",
  "TIMEOUT",
  "NODE_BUSY",
  "NODE_FAILED",
  "NODE_UNAVAILABLE",
]);

/** Decides which hosts are checked when: offered and lost ones, the operator's, known ones, peers (PROTOCOL 12.5). */
export class CheckSchedule {
  readonly #options: CheckScheduleOptions;
  readonly #queue = new OfferedHosts();
  /** One lane for each list: silent hosts delay only their own list. */
  readonly #lanes = { queue: createLane(), strangers: createLane(), peers: createLane() };
  /** The operator's hosts that are being tried, each by itself: a silent one delays no other. */
  readonly #trying = new Map<string, Promise<void>>();
  /** The last logged reason why a host of the operator is not a peer. */
  readonly #warned = new Map<string, string>();
  #ends: readonly (() => void)[] = [];

  constructor(options: CheckScheduleOptions) {
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#ends.length > 0;
  }

  start(): void {
    if (this.isRunning) return;
    const { clock, table } = this.#options;
    const { queue, strangers, peers } = this.#lanes;
    const every = (us: number, lane: Lane, hosts: () => readonly string[]): (() => void) =>
      repeatAside(clock, us, () => this.#checkAll(lane, hosts));
    const allPeers = (): readonly string[] => table.all.map(({ host }) => host);
    this.#ends = [
      repeatAside(clock, CHECK_GIVEN_US, async () => this.#checkGiven()),
      onClockMoved(clock, () => {
        this.#options.onClockMoved();
        void this.#checkAll(peers, allPeers);
      }),
      every(CHECK_QUEUE_US, queue, () => this.#takeQueue()),
      every(CHECK_KNOWN_HOSTS_US, strangers, () => this.#strangers()),
      every(CHECK_PEERS_US, peers, allPeers),
    ];
    // Not awaited, so that the hosts known from the start do not wait for these.
    this.#checkGiven();
    void this.#checkAll(queue, () => this.#takeQueue());
  }

  /** Starts no further check. */
  stop(): void {
    for (const end of this.#ends) end();
    this.#ends = [];
  }

  async settled(): Promise<void> {
    await Promise.all([...Object.values(this.#lanes).map(settled), ...this.#trying.values()]);
  }

  /** Queues a host. Returns whether there is room for it. */
  offer(host: string, caller?: string): boolean {
    return this.#queue.add(host, caller);
  }

  withdraw(host: string): void {
    this.#queue.remove(host);
  }

  /** The known hosts to try. The operator's hosts have their own turn. */
  #strangers(): readonly string[] {
    const { table, given } = this.#options;
    return table.nextKnown(MAX_KNOWN_AT_A_TIME).filter((host) => !given.has(host));
  }

  #takeQueue(): readonly string[] {
    const { reputation } = this.#options;
    return [...new Set([...this.#queue.take(), ...reputation.lost.next()])].filter(
      (host) => !this.#trying.has(host) && !reputation.isShunned(host),
    );
  }

  /** Tries the operator's hosts that are not peers, each by itself. They are never given up. */
  #checkGiven(): void {
    const { table, reputation, given } = this.#options;
    for (const host of given) {
      if (table.isPeer(host) || reputation.isShunned(host) || this.#trying.has(host)) continue;
      this.#trying.set(
        host,
        this.#tryHost(host).finally(() => this.#trying.delete(host)),
      );
    }
  }

  #checkAll(lane: Lane, hosts: () => readonly string[]): Promise<void> {
    return lane(async () => {
      const atOnce = pLimit(MAX_CHECKS_AT_ONCE);
      await atOnce.map(hosts(), async (host) => {
        if (this.isRunning) await this.#tryHost(host);
      });
    });
  }

  async #tryHost(host: string): Promise<void> {
    const { table, check, log } = this.#options;
    const isNew = !table.isPeer(host);
    try {
      const { address } = await check(host, this.#connectTo(host));
      this.#warned.delete(host);
      if (isNew) log("info", "peer", { host, address });
    } catch (error) {
      if (!(error instanceof ChainError)) throw error;
      const level = this.#isToBeWarnedOf(host, error) ? "warn" : "debug";
      log(level, "no peer", { host, code: error.code, reason: error.message });
    }
  }

  /** Peers and the operator's hosts are worth another try at once. */
  #connectTo(host: string): Connect {
    const { connect, calls, table, reputation, given } = this.#options;
    const isSteady = table.isPeer(host) || given.has(host) || reputation.lost.has(host);
    return isSteady ? (name) => calls.client(connect(name)) : connect;
  }

  /**
   * Whether the failure of an operator's host is to be logged. The operator expects a peer there, but it may start
   * later, so one reason is logged once.
   */
  #isToBeWarnedOf(host: string, { code }: ChainError): boolean {
    if (!this.#options.given.has(host) || PASSING.has(code) || this.#warned.get(host) === code) return false;
    this.#warned.set(host, code);
    return true;
  }
}

/**
 * Calls back within seconds after the clock was moved: more or less of it has passed than was waited for. The returned
 * function ends that.
 */
function onClockMoved(clock: Clock, moved: () => void): () => void {
  let beforeUs = clock.nowUs();
  return repeatAside(clock, CHECK_QUEUE_US, async () => {
    const passedUs = clock.nowUs() - beforeUs;
    beforeUs = clock.nowUs();
    if (Math.abs(passedUs - CHECK_QUEUE_US) > CLOCK_MOVED_US) moved();
  });
}

/** How many offered hosts may wait. Further offers are refused. */
const MAX_HOSTS = 64;
/** How many of them one stranger may offer, so that others have room for theirs. */
const MAX_A_CALLER = 8;

/** Hosts that were offered since the last `take`, each with the caller that offered it (PROTOCOL 12.4). */
export class OfferedHosts {
  readonly #callers = new Map<string, string | undefined>();

  /**
   * Returns whether the host is in the queue now.
   *
   * @param caller a stranger's address or network; omitted for hosts that the operator named.
   */
  add(host: string, caller?: string): boolean {
    if (this.#callers.has(host)) return true;
    if (this.#callers.size >= MAX_HOSTS || (caller !== undefined && this.#isFull(caller))) return false;
    this.#callers.set(host, caller);
    return true;
  }

  remove(host: string): void {
    this.#callers.delete(host);
  }

  take(): readonly string[] {
    const hosts = [...this.#callers.keys()];
    this.#callers.clear();
    return hosts;
  }

  #isFull(caller: string): boolean {
    let count = 0;
    for (const other of this.#callers.values()) if (other === caller) count += 1;
    return count >= MAX_A_CALLER;
  }
}
