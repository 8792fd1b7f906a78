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
 * By how much a clock differs at least, when the answer that shows it took some time: it was read at any moment in between.
 *
 * @param offsetUs how far it was ahead of this node's clock when the answer arrived, µs.
 */
export function leastOffset(offsetUs: number, tookUs: number): number {
  return offsetUs >= 0 ? offsetUs : Math.min(0, offsetUs + tookUs);
}

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

  /** Forgets all differences: this node's clock was moved. */
  clear(): void {
    this.#noted.clear();
  }

  /** The median over the given hosts, or over all of them. Null when none has answered lately. */
  median(nowUs: number, hosts?: ReadonlySet<string>): ClockOffset | null {
    const offsets = [...this.#noted].flatMap(([host, { offsetUs, atUs }]) =>
      Math.abs(nowUs - atUs) <= KEPT_US && hosts?.has(host) !== false ? [offsetUs] : [],
    );
    const offsetUs = median(offsets);
    return offsetUs === undefined ? null : { offsetUs, hosts: offsets.length };
  }
}
