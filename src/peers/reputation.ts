import type { ChainError } from "../codec/chain-error.js";
import type { Clock } from "../consensus/clock.js";
import { failureKind } from "./failure-kind.js";
import { Failures, type Topic } from "./failures.js";
import { HostRecords, type HostRecord } from "./host-records.js";
import { LostPeers } from "./lost-peers.js";
import type { PeerLog } from "./peer-log.js";
import type { PeerTable } from "./peer-table.js";

export interface ReputationOptions {
  readonly table: PeerTable;
  /** Hosts that the operator named. They may become more. */
  readonly given: ReadonlySet<string>;
  readonly clock: Clock;
  readonly log: PeerLog;
}

/**
 * Judges hosts by what went wrong with them (docs/adr/0012). One failure is no verdict: a host is given up after three in
 * a row to one kind of question. It is then tried again within seconds, and left alone for longer each time it proves itself
 * and fails again. Proof that it breaks a rule sets it aside at once.
 */
export class Reputation {
  /** Hosts that are tried again soon: peers that failed, and those that were lost. */
  readonly lost = new LostPeers();
  readonly #options: ReputationOptions;
  readonly #failures = new Failures();
  readonly #records: HostRecords;

  constructor(options: ReputationOptions) {
    this.#options = options;
    this.#records = new HostRecords(options.given);
  }

  /** Of the hosts that have failed lately or are set aside. */
  records(): ReadonlyMap<string, HostRecord> {
    return this.#records.all(this.#nowUs);
  }

  setAsideUntil(host: string): number | null {
    return this.#records.setAsideUntil(host, this.#nowUs);
  }

  isSetAside(host: string): boolean {
    return this.setAsideUntil(host) !== null;
  }

  /** Notes a failure that is not held against the host: it was asked again. */
  note(host: string, reason: ChainError): void {
    this.#records.note(host, reason, this.#nowUs);
    const { code, message } = reason;
    this.#options.log("debug", "peer failed", { host, code, reason: message });
  }

  /** It answered as it should. */
  praise(host: string, topic: Topic): void {
    this.#failures.clear(host, topic);
    if (topic === "statement") this.lost.remove(host);
  }

  /** Notes a failure, and gives the host up when it is proof, or one too many. */
  blame(host: string, reason: ChainError, topic: Topic): void {
    if (failureKind(reason) === "rule") return this.convict(host, reason);
    const { table } = this.#options;
    this.#records.note(host, reason, this.#nowUs);
    const isPeer = table.isPeer(host);
    // Lost ones have their number of tries, and a host that nobody told of needs not be given up.
    if (!isPeer && (!table.isKnown(host) || this.lost.has(host))) return;
    if (!this.#failures.note(host, topic)) {
      if (isPeer && topic === "statement") this.lost.add(host);
      return;
    }
    if (isPeer) this.#giveUp(host, reason, { isProven: false });
    else table.remove(host);
  }

  /** It is proven that the host broke a rule. */
  convict(host: string, reason: ChainError): void {
    this.#records.note(host, reason, this.#nowUs);
    this.#giveUp(host, reason, { isProven: true });
  }

  /** The operator wants it: nothing is held against it any more. */
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
    if (untilUs === null) {
      table.demote(host);
      this.lost.add(host);
    } else {
      table.remove(host);
      this.lost.remove(host);
    }
    const aside = untilUs === null ? {} : { set_aside_s: Math.ceil((untilUs - this.#nowUs) / 1_000_000) };
    // One that was given comes and goes every few seconds: once is enough, and status goes on to tell of it.
    const isTold = untilUs === null && this.#records.strikes(host) > 1;
    if (isPeer) log(isTold ? "debug" : "warn", "peer dropped", { ...fields, ...aside });
    else log("debug", "host set aside", { ...fields, ...aside });
  }
}
