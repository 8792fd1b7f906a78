import { LRUCache } from "lru-cache";
import { median } from "./median.js";

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

/**
 * Collects the differences between this node's clock and those of other nodes, from their signed statements
 * (PROTOCOL 12.2). A node does not correct its clock by them: it only says that the clock is wrong.
 */
export class ClockOffsets {
  /** By host, the latest 64. */
  readonly #noted = new LRUCache<string, Noted>({ max: 64 });

  note(host: string, offsetUs: number, nowUs: number): void {
    this.#noted.set(host, { offsetUs, atUs: nowUs });
  }

  /**
   * The median over the hosts that the operator named, or over all hosts when none of those has answered: strangers
   * may be many and may lie. Null when no host has answered lately.
   */
  median(nowUs: number, named: ReadonlySet<string>): ClockOffset | null {
    const recent = [...this.#noted].filter(([, { atUs }]) => Math.abs(nowUs - atUs) <= KEPT_US);
    const ofNamed = recent.filter(([host]) => named.has(host));
    const offsets = (ofNamed.length > 0 ? ofNamed : recent).map(([, { offsetUs }]) => offsetUs);
    const offsetUs = median(offsets);
    return offsetUs === undefined ? null : { offsetUs, hosts: offsets.length };
  }
}
