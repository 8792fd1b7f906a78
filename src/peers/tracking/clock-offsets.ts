import { LRUCache } from "lru-cache";
import { TIMESTAMP_ERROR_US } from "../../records/limits.js";

/** How far this node's clock differs from those of its peers. */
export interface ClockOffset {
  /** By how much the peers' clocks are ahead of this node's, µs; negative when they are behind. */
  readonly offsetUs: number;
  /** How many hosts it is the median of. */
  readonly hosts: number;
}

interface Noted {
  readonly offsetUs: number;
  readonly atUs: number;
}

/** An offset counts for this long. */
const KEPT_US = 600_000_000;
/** For a verdict it counts for this long: peers are asked every 120 s (PROTOCOL 12.5). */
const VERDICT_US = 150_000_000;
/** A host that refuses this node's clock is asked every 5 s (PROTOCOL 12.6). */
const ANSWERING_US = 30_000_000;

/**
 * By how much a clock differs at least, when the answer that shows it took some time: it was read at any moment in between.
 *
 * @param offsetUs how far it was ahead of this node's clock when the answer arrived, µs.
 */
export function leastOffset(offsetUs: number, tookUs: number): number {
  return offsetUs >= 0 ? offsetUs : Math.min(0, offsetUs + tookUs);
}

/**
 * Collects the differences between this node's clock and those of other nodes, from their signed statements
 * (PROTOCOL 12.2). A node does not correct its clock by them: it says that the clock is wrong, and signs nothing when it
 * is sure (PROTOCOL 15.13).
 */
export class ClockOffsets {
  readonly #given: ReadonlySet<string>;
  /** By host: those that the operator named, and the latest 64 others, which displace none of them. */
  readonly #named = new Map<string, Noted>();
  readonly #others = new LRUCache<string, Noted>({ max: 64 });
  /** By node address, the least of the last minutes: a relay may show old statements of a node that is right. */
  readonly #slots = new LRUCache<string, Noted>({ max: 1024 });

  /** @param given hosts that the operator named. The set may change. */
  constructor(given: ReadonlySet<string> = new Set()) {
    this.#given = given;
  }

  /** @param slot the node address that the host proved to be of. */
  note(host: string, offsetUs: number, nowUs: number, slot?: string): void {
    const noted = { offsetUs, atUs: nowUs };
    if (this.#given.has(host)) this.#named.set(host, noted);
    else this.#others.set(host, noted);
    if (slot === undefined) return;
    const before = this.#slots.get(slot);
    const isNearer = before === undefined || Math.abs(offsetUs) <= Math.abs(before.offsetUs);
    if (isNearer || !isWithin(before, VERDICT_US, nowUs)) this.#slots.set(slot, noted);
  }

  /** Forgets all differences: this node's clock was moved. */
  clear(): void {
    this.#named.clear();
    this.#others.clear();
    this.#slots.clear();
  }

  /**
   * The median over the hosts that the operator named, or over all where none of those has answered lately: strangers may
   * be many and may lie. Hosts whose clocks this node refuses count only where there are no others. Null when no host has
   * answered lately.
   */
  median(nowUs: number): ClockOffset | null {
    return this.medianOfNamed(nowUs) ?? medianOf([...this.#others.values()], nowUs);
  }

  medianOfNamed(nowUs: number): ClockOffset | null {
    return medianOf(this.#ofNamed(), nowUs);
  }

  /**
   * Whether this node is sure to be wrong about the time (PROTOCOL 15.13): a named host answers now, all that answer
   * refuse this node's clock, and so do more than half of the slot holders that it reaches.
   *
   * @param holders the node addresses of the other slot holders.
   */
  isRefused(nowUs: number, holders: ReadonlySet<string>): boolean {
    const named = this.#ofNamed().filter((noted) => isWithin(noted, VERDICT_US, nowUs));
    const reached = [...holders].flatMap((holder) => {
      const noted = this.#slots.get(holder);
      return noted !== undefined && isWithin(noted, VERDICT_US, nowUs) ? [noted] : [];
    });
    return (
      named.some((noted) => isWithin(noted, ANSWERING_US, nowUs)) &&
      named.every(isBeyond) &&
      2 * reached.filter(isBeyond).length > reached.length
    );
  }

  #ofNamed(): readonly Noted[] {
    return [...this.#named].flatMap(([host, noted]) => (this.#given.has(host) ? [noted] : []));
  }
}

function medianOf(noted: readonly Noted[], nowUs: number): ClockOffset | null {
  const recent = noted.filter((each) => isWithin(each, KEPT_US, nowUs));
  const accepted = recent.filter((each) => !isBeyond(each));
  const counted = accepted.length > 0 ? accepted : recent;
  const sorted = counted.map(({ offsetUs }) => offsetUs).toSorted((left, right) => left - right);
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  const upper = sorted[Math.floor(sorted.length / 2)];
  if (lower === undefined || upper === undefined) return null;
  // Of two in the middle one may be wrong, and this node need not be.
  return { offsetUs: Math.abs(upper) < Math.abs(lower) ? upper : lower, hosts: counted.length };
}

function isWithin({ atUs }: Noted, us: number, nowUs: number): boolean {
  return Math.abs(nowUs - atUs) <= us;
}

/** Whether two nodes with clocks so far apart refuse each other (PROTOCOL 12.3). */
function isBeyond({ offsetUs }: Noted): boolean {
  return Math.abs(offsetUs) > TIMESTAMP_ERROR_US;
}
