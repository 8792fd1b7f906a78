import type { ChainError } from "../../codec/chain-error.js";
import type { Clock } from "../../base/clock/clock.js";
import type { Bans } from "./bans.js";
import { failureKind, type FailureKind } from "../transport/failure-kind.js";
import { Failures, type Topic } from "./failures.js";
import { HostRecords, type HostRecord } from "./host-records.js";
import type { PeerLog } from "./peer-log.js";
import type { PeerTable } from "./peer-table.js";

export interface ReputationOptions {
  readonly table: PeerTable;
  /** Hosts that the operator named. The set may grow. */
  readonly given: ReadonlySet<string>;
  readonly clock: Clock;
  readonly log: PeerLog;
  /** Hosts that the operator has banned. */
  readonly bans: Bans;
}

/**
 * Judges hosts by their failures (docs/adr/0012). One failure does not count much: a host is given up after three in a
 * row to one kind of question. It is then tried again within seconds, and set aside for longer each time it proves
 * itself and fails again. Proof that it breaks a rule sets it aside at once (PROTOCOL 11.5).
 */
export class Reputation {
  /** Hosts that are tried again soon: peers that were lost, and hosts that failed. */
  readonly lost = new LostPeers();
  readonly #options: ReputationOptions;
  readonly #failures = new Failures();
  readonly #records: HostRecords;

  constructor(options: ReputationOptions) {
    this.#options = options;
    this.#records = new HostRecords(options.given);
  }

  /** The records of the hosts that have failed recently or are set aside. */
  records(): ReadonlyMap<string, HostRecord> {
    return this.#records.all(this.#nowUs);
  }

  /** How many questions have failed since the start, by the kind of the failure. */
  get failureCounts(): ReadonlyMap<FailureKind, number> {
    return this.#records.counts;
  }

  /** Whether the node must not ask this host, because it is set aside or banned. */
  isShunned(host: string): boolean {
    return this.#options.bans.has(host) || this.#records.setAsideUntil(host, this.#nowUs) !== null;
  }

  /** Forgets what led to tries of a host: it is not wanted any more. */
  dismiss(host: string): void {
    this.#options.table.remove(host);
    this.lost.remove(host);
    this.pardon(host);
  }

  /** Records a failure that does not count against the host. */
  noteFailure(host: string, reason: ChainError): void {
    this.#records.note(host, reason, this.#nowUs);
    const { code, message } = reason;
    this.#options.log("debug", "peer failed", { host, code, reason: message });
  }

  /** Records a good answer: the failures of this topic are forgotten. */
  recordSuccess(host: string, topic: Topic): void {
    this.#failures.clear(host, topic);
    if (topic === "statement") this.lost.remove(host);
  }

  /** Records a failure. Gives the host up if the failure is proof, or one too many. */
  countFailure(host: string, reason: ChainError, topic: Topic): void {
    if (failureKind(reason) === "rule") return this.setAside(host, reason);
    const { table } = this.#options;
    this.#records.note(host, reason, this.#nowUs);
    const isPeer = table.isPeer(host);
    // Lost hosts have a fixed number of tries, and an unknown host cannot be given up.
    if (!isPeer && (!table.isKnown(host) || this.lost.has(host))) return;
    if (!this.#failures.note(host, topic)) {
      if (isPeer && topic === "statement") this.lost.add(host);
      return;
    }
    if (isPeer) this.#giveUp(host, reason, { isProven: false });
    else table.remove(host);
  }

  /** Sets a host aside that provably broke a rule. */
  setAside(host: string, reason: ChainError): void {
    this.#records.note(host, reason, this.#nowUs);
    this.#giveUp(host, reason, { isProven: true });
  }

  /** Resets the failures of a host that the operator wants, and no longer sets it aside. */
  pardon(host: string): void {
    this.#failures.forget(host);
    this.#records.pardon(host);
  }

  get #nowUs(): number {
    return this.#options.clock.nowUs();
  }

  #giveUp(host: string, { code, message }: ChainError, { isProven }: { readonly isProven: boolean }): void {
    const { table, log } = this.#options;
    const untilUs = this.#records.strike(host, isProven, this.#nowUs);
    const fields = { host, code, reason: message };
    const isPeer = table.isPeer(host);
    this.#failures.forget(host);
    // Dialled side by side with it, so that a relay that happens to be dialled first has no advantage (PROTOCOL 15.6).
    if (isPeer) for (const rival of table.rivalsOf(host)) this.lost.add(rival);
    if (untilUs === null) {
      table.demote(host);
      this.lost.add(host);
    } else {
      table.remove(host);
      this.lost.remove(host);
    }
    const aside = untilUs === null ? {} : { set_aside_s: Math.ceil((untilUs - this.#nowUs) / 1_000_000) };
    // A host that the operator named fails every few seconds: logging it once is enough, and the status still shows it.
    const isTold = untilUs === null && this.#records.strikes(host) > 1;
    if (isPeer) log(isTold ? "debug" : "warn", "peer dropped", { ...fields, ...aside });
    else log("debug", "host set aside", { ...fields, ...aside });
  }
}

/**
 * How often a lost host is tried before it becomes an ordinary known host: for two minutes, at the pace of requests.
 */
const MAX_TRIES = 24;
const MAX_LOST = 64;

/**
 * Peers that no longer answer, and hosts that the operator named and that have not answered yet. Most are back soon,
 * after a restart or a partition, so they are tried as often as offered hosts (PROTOCOL 12.5, 12.6).
 */
export class LostPeers {
  readonly #triesLeft = new Map<string, number>();

  add(host: string): void {
    if (this.#triesLeft.size < MAX_LOST) this.#triesLeft.set(host, MAX_TRIES);
  }

  has(host: string): boolean {
    return this.#triesLeft.has(host);
  }

  /** Removes a host that has answered, or is not wanted any more. */
  remove(host: string): void {
    this.#triesLeft.delete(host);
  }

  /** Returns the hosts to try now. */
  next(): readonly string[] {
    const hosts = [...this.#triesLeft.keys()];
    for (const [host, left] of this.#triesLeft) {
      if (left > 1) this.#triesLeft.set(host, left - 1);
      else this.#triesLeft.delete(host);
    }
    return hosts;
  }
}
