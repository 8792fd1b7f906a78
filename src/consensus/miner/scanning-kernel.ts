import {
  assertSearchable,
  type Kernel,
  type SearchRange,
  type SearchResult,
  type SearchTask,
  isProof,
} from "./kernel.js";
import { COUNTERS_PER_SCAN, lastBlockOf, nonceOf } from "./nonce.js";
import { createScanInput } from "./scan-input.js";
import { midstateOf } from "./sha256.js";

/** The inner loop of a search, over the counters that share all but their last digits. */
export interface Scanner {
  /** How many tries it makes at once. */
  readonly lanes: number;
  prepare(input: Int32Array): void;
  /**
   * Looks, from `from` in steps of `lanes`, for a hash whose first word is at most the limit's. Returns where that step
   * began, or `to` or more if there is no such hash.
   */
  scan(from: number, to: number): number;
}

/** A kernel whose scanner filters by the first word. The remaining candidates are hashed again and compared in full. */
export function createScanningKernel(name: Kernel["name"], scanner: Scanner): Kernel {
  return {
    name,
    search(task: SearchTask, range: SearchRange): SearchResult {
      assertSearchable(task, range);
      const { prefix, limit, salt } = task;
      const midstate = midstateOf(prefix);
      const limitWord = Number.parseInt(limit.slice(0, 8), 16);
      const end = range.from + range.count;
      for (let counter = range.from; counter < end;) {
        const inScan = counter % COUNTERS_PER_SCAN;
        const base = counter - inScan;
        const scanEnd = Math.min(COUNTERS_PER_SCAN, end - base);
        scanner.prepare(createScanInput(midstate, lastBlockOf(prefix, salt, base), limitWord));
        for (let at = scanner.scan(inScan, scanEnd); at < scanEnd; at = scanner.scan(at, scanEnd)) {
          for (const stepEnd = Math.min(at + scanner.lanes, scanEnd); at < stepEnd; at++) {
            const nonce = nonceOf(prefix, salt, base + at);
            if (isProof(prefix, nonce, limit)) return { nonce, tried: base + at - range.from + 1 };
          }
        }
        counter = base + scanEnd;
      }
      return { nonce: null, tried: range.count };
    },
  };
}
