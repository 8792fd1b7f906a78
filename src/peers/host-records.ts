import { failureKind, type FailureKind } from "./failure-kind.js";
import type { ChainError } from "../codec/chain-error.js";

/** What went wrong with a host, and when, µs. */
export interface HostFailure {
  readonly atUs: number;
  readonly kind: FailureKind;
  readonly code: string;
  /** One line. */
  readonly reason: string;
}

/** What is known of the failures of a host. */
export interface HostRecord {
  /** How many there were in the last ten minutes, counted up to 64. */
  readonly lately: number;
  readonly last: HostFailure;
  /** Until when this node leaves it alone, µs, and why; null when it does not. */
  readonly setAside: { readonly untilUs: number; readonly failure: HostFailure } | null;
}

interface Entry {
  /** When it failed lately, the oldest first. */
  times: number[];
  last: HostFailure;
  setAside: HostRecord["setAside"];
  /** How often in a row it was given up. */
  strikes: number;
  struckUs: number;
}

const WINDOW_US = 600_000_000;
/** Strikes are forgotten so long after the last one. */
const STRIKES_US = 3_600_000_000;
const MAX_TIMES = 64;
const MAX_HOSTS = 1024;
const MAX_REASON_LENGTH = 200;

/** How long a host is left alone at first, and at most; twice as long with each strike. */
interface Length {
  readonly firstUs: number;
  readonly mostUs: number;
}
const PROVEN: Length = { firstUs: 600_000_000, mostUs: 3_600_000_000 };
/** The operator wants to work with it: what was wrong may have been put right. */
const PROVEN_OF_GIVEN: Length = { firstUs: 60_000_000, mostUs: 60_000_000 };
const SUSPECTED: Length = { firstUs: 5_000_000, mostUs: 600_000_000 };

/**
 * How hosts have failed lately, and which of them are left alone until when. Hosts that were given always have room; of
 * the others those with the oldest failures are forgotten first, and last those that are left alone: whoever invents
 * hosts does not make this node forget a liar for less than as many lies.
 */
export class HostRecords {
  readonly #given: ReadonlySet<string>;
  /** By host, in the order of their last failures. */
  readonly #entries = new Map<string, Entry>();

  constructor(given: ReadonlySet<string>) {
    this.#given = given;
  }

  note(host: string, reason: ChainError, atUs: number): void {
    const last: HostFailure = {
      atUs,
      kind: failureKind(reason),
      code: reason.code,
      reason: toLine(reason.message),
    };
    const before = this.#entries.get(host);
    const times = [...recent(before?.times ?? [], atUs), atUs].slice(-MAX_TIMES);
    this.#entries.delete(host);
    this.#entries.set(host, { setAside: null, strikes: 0, struckUs: 0, ...before, times, last });
    if (this.#entries.size > MAX_HOSTS) this.#forgetOne(atUs);
  }

  /**
   * A host is given up for its last failure. A proven one is left alone, at first for ten minutes, one minute when it was
   * given; another one not for the first time, and never when it was given. Answers until when, null when it is not.
   */
  strike(host: string, isProven: boolean, nowUs: number): number | null {
    const entry = this.#entries.get(host);
    if (entry === undefined) return null;
    if (nowUs - entry.struckUs > STRIKES_US) entry.strikes = 0;
    entry.struckUs = nowUs;
    const isGiven = this.#given.has(host);
    entry.strikes += 1;
    if (!isProven && (isGiven || entry.strikes === 1)) return null;
    const { firstUs, mostUs } = isProven ? (isGiven ? PROVEN_OF_GIVEN : PROVEN) : SUSPECTED;
    const doublings = entry.strikes - (isProven ? 1 : 2);
    const untilUs = nowUs + Math.min(firstUs * 2 ** doublings, mostUs);
    entry.setAside = { untilUs, failure: entry.last };
    return untilUs;
  }

  /** How often in a row it was given up, the last time within an hour. */
  strikes(host: string): number {
    return this.#entries.get(host)?.strikes ?? 0;
  }

  /** Until when it is left alone, µs; null when it is not. */
  setAsideUntil(host: string, nowUs: number): number | null {
    const untilUs = this.#entries.get(host)?.setAside?.untilUs ?? 0;
    return untilUs > nowUs ? untilUs : null;
  }

  /** It is wanted at once, whatever it did. */
  pardon(host: string): void {
    const entry = this.#entries.get(host);
    if (entry !== undefined) entry.setAside = null;
  }

  /** Of all hosts that have failed lately, or are left alone. */
  all(nowUs: number): ReadonlyMap<string, HostRecord> {
    const records = new Map<string, HostRecord>();
    for (const [host, { times, last, setAside }] of this.#entries) {
      const lately = recent(times, nowUs).length;
      const isAside = setAside !== null && setAside.untilUs > nowUs;
      if (lately > 0 || isAside) records.set(host, { lately, last, setAside: isAside ? setAside : null });
    }
    return records;
  }

  #forgetOne(nowUs: number): void {
    const others = [...this.#entries.keys()].filter((host) => !this.#given.has(host));
    const oldest = others.find((host) => this.setAsideUntil(host, nowUs) === null) ?? others[0];
    if (oldest !== undefined) this.#entries.delete(oldest);
  }
}

function recent(times: readonly number[], nowUs: number): readonly number[] {
  return times.filter((atUs) => atUs > nowUs - WINDOW_US);
}

/** What a peer may have written, as one line that a list has room for: without what moves a terminal's cursor. */
export function toLine(message: string): string {
  const cut = message.slice(0, MAX_REASON_LENGTH);
  return cut.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ").trim();
}
