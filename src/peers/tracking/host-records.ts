import { failureKind, type FailureKind } from "../transport/failure-kind.js";
import type { ChainError } from "../../codec/chain-error.js";

export interface HostFailure {
  readonly atUs: number;
  readonly kind: FailureKind;
  readonly code: string;
  /** A single line. */
  readonly reason: string;
}

export interface HostRecord {
  /** How many failures there were in the last ten minutes, at most 64. */
  readonly lately: number;
  readonly last: HostFailure;
  /** Until when the host is set aside, µs, and why; null when it is not. */
  readonly setAside: { readonly untilUs: number; readonly failure: HostFailure } | null;
}

interface Entry {
  /** The times of recent failures, oldest first. */
  times: number[];
  last: HostFailure;
  setAside: HostRecord["setAside"];
  /** How often in a row it was given up. */
  strikes: number;
  struckUs: number;
}

const WINDOW_US = 600_000_000;
/** How long after the last strike all strikes are forgotten. */
const STRIKES_US = 3_600_000_000;
const MAX_TIMES = 64;
const MAX_HOSTS = 1024;
const MAX_REASON_LENGTH = 200;

/** How long a host is set aside at first, and at most. The time doubles with each strike. */
interface Length {
  readonly firstUs: number;
  readonly mostUs: number;
}
const PROVEN: Length = { firstUs: 600_000_000, mostUs: 3_600_000_000 };
/** For hosts that the operator named: the cause may be fixed soon. */
const PROVEN_OF_GIVEN: Length = { firstUs: 60_000_000, mostUs: 60_000_000 };
const SUSPECTED: Length = { firstUs: 5_000_000, mostUs: 600_000_000 };

/**
 * Records how hosts have failed recently, and until when which of them are set aside. Hosts that the operator named
 * always have room. Of the others, those with the oldest failures are forgotten first, and those that are set aside
 * last: a liar that invents hosts is not forgotten for fewer than as many proven lies.
 */
export class HostRecords {
  readonly #given: ReadonlySet<string>;
  /** By host, in order of their last failures. */
  readonly #entries = new Map<string, Entry>();
  readonly #counts = new Map<FailureKind, number>();

  constructor(given: ReadonlySet<string>) {
    this.#given = given;
  }

  /** All failures since the start, by kind. */
  get counts(): ReadonlyMap<FailureKind, number> {
    return this.#counts;
  }

  note(host: string, reason: ChainError, atUs: number): void {
    const last: HostFailure = {
      atUs,
      kind: failureKind(reason),
      code: reason.code,
      reason: toLine(reason.message),
    };
    this.#counts.set(last.kind, (this.#counts.get(last.kind) ?? 0) + 1);
    const before = this.#entries.get(host);
    const times = [...recent(before?.times ?? [], atUs), atUs].slice(-MAX_TIMES);
    this.#entries.delete(host);
    this.#entries.set(host, { setAside: null, strikes: 0, struckUs: 0, ...before, times, last });
    if (this.#entries.size > MAX_HOSTS) this.#forgetOne(atUs);
  }

  /**
   * Gives a host up for its last failure. With proof it is set aside, at first for ten minutes, or for one minute if
   * the operator named it. Without proof it is set aside from the second time on, and never if the operator named it.
   * Returns until when, null when it is not set aside.
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

  /** Until when it is set aside, µs; null when it is not. */
  setAsideUntil(host: string, nowUs: number): number | null {
    const untilUs = this.#entries.get(host)?.setAside?.untilUs ?? 0;
    return untilUs > nowUs ? untilUs : null;
  }

  /** No longer sets the host aside. */
  pardon(host: string): void {
    const entry = this.#entries.get(host);
    if (entry !== undefined) entry.setAside = null;
  }

  /** The records of all hosts that have failed recently or are set aside. */
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

/** A peer's text as one short line, without control characters that move a terminal's cursor. */
export function toLine(message: string): string {
  const cut = message.slice(0, MAX_REASON_LENGTH);
  return cut.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ").trim();
}
