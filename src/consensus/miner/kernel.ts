import { hashOf } from "../../codec/hash.js";
import { isWorkEnough } from "../../records/difficulty.js";
import { assertPrefix, assertSalt, COUNTERS } from "./nonce.js";
import * as errors from "../errors.js";

/** A search for a nonce that makes `H(prefix ‖ nonce)` at most the limit (PROTOCOL 10.2, 10.3). */
export interface SearchTask {
  /** `previous_blockhash ‖ header`. */
  readonly prefix: string;
  /** 64 digits of lower-case hex; 65 at difficulty 1, whose limit 2^256 is compared as text like any other. */
  readonly limit: string;
  /** `SALT_DIGITS` lower-case hex digits, different for every thread. */
  readonly salt: string;
}

/** The counters to try: `count` of them, from `from`. */
export interface SearchRange {
  readonly from: number;
  readonly count: number;
}

export interface SearchResult {
  /** The first nonce of the range that is a proof, null if no nonce is. */
  readonly nonce: string | null;
  /** How many counters were tried, including the successful one. The next search begins after them. */
  readonly tried: number;
}

/** A search implementation. All find the same nonce: a search depends only on its task and range. */
export interface Kernel {
  readonly name: "node:crypto" | "JavaScript" | "WebAssembly SIMD";
  search(task: SearchTask, range: SearchRange): SearchResult;
}

/**
 * Throws `MINING_PREFIX`, `MINING_SALT`, `MINING_LIMIT` or `MINING_RANGE` for a task or range that no kernel can
 * search.
 */
export function assertSearchable(task: SearchTask, { from, count }: SearchRange): void {
  assertPrefix(task.prefix);
  assertSalt(task.salt);
  assertLimit(task.limit);
  const isRange = [from, count, from + count].every((number) => Number.isSafeInteger(number) && number >= 0);
  if (isRange && from + count <= COUNTERS) return;
  throw errors.miningRange({ from, count });
}

export function assertLimit(limit: string): void {
  if (/^[0-9a-f]{64,65}$/.test(limit)) return;
  throw errors.miningLimit({ limit });
}

/** Whether a nonce completes a prefix, `previous_blockhash ‖ header`, to a proof of work (PROTOCOL 10.3). */
export function isProof(prefix: string, nonce: string, limit: string): boolean {
  return isWorkEnough(hashOf(prefix + nonce), limit);
}
