import type { PageRequest } from "./store.js";

/**
 * The number of rows before a page's first. It is bounded: a page beyond all numbers is as empty as the last possible
 * one.
 */
export function rowsBefore(page: PageRequest): number {
  return Math.min((page.page - 1) * page.count, Number.MAX_SAFE_INTEGER);
}

export interface SizedTransaction {
  readonly hash: string;
  /** Bytes of its record. */
  readonly size: number;
}

/** The hashes in order, as many at once as fit, at least one. */
export function* batchesBySize(
  listed: readonly SizedTransaction[],
  most: number,
): Generator<readonly string[]> {
  let hashes: string[] = [];
  let total = 0;
  for (const { hash, size } of listed) {
    if (hashes.length > 0 && total + size > most) {
      yield hashes;
      hashes = [];
      total = 0;
    }
    hashes.push(hash);
    total += size;
  }
  if (hashes.length > 0) yield hashes;
}
