import { ChainError } from "../../codec/chain-error.js";
import { assertPrefix, assertSalt, COUNTERS } from "./nonce.js";

/** What a search looks for: a nonce that makes `H(prefix ‖ nonce)` at most the limit. */
export interface SearchTask {
  /** `previous_blockhash ‖ header`. */
  readonly prefix: string;
  /** 64 digits of lower-case hex; 65 at difficulty 1, whose limit 2^256 is compared as text like any other. */
  readonly limit: string;
  /** `SALT_DIGITS` of lower-case hex, different for every thread that searches. */
  readonly salt: string;
}

/** The counters to try: `count` of them, from `from`. */
export interface SearchRange {
  readonly from: number;
  readonly count: number;
}

export interface SearchResult {
  /** The first nonce of the range that is a proof, null when none is. */
  readonly nonce: string | null;
  /** How many counters were tried, the found one included: the next search begins that much further. */
  readonly tried: number;
}

/** A way to search. All find the same: a search depends on nothing but its task and range. */
export interface Kernel {
  readonly name: "node:crypto" | "JavaScript" | "WebAssembly SIMD";
  search(task: SearchTask, range: SearchRange): SearchResult;
}

/** Refuses a task or range that no kernel can search: `MINING_PREFIX`, `MINING_SALT`, `MINING_LIMIT`, `MINING_RANGE`. */
export function assertSearchable(task: SearchTask, { from, count }: SearchRange): void {
  assertPrefix(task.prefix);
  assertSalt(task.salt);
  assertLimit(task.limit);
  const isRange = [from, count, from + count].every((number) => Number.isSafeInteger(number) && number >= 0);
  if (isRange && from + count <= COUNTERS) return;
  throw new ChainError("MINING_RANGE", "A search takes whole counters below 2^48. ", {
    kind: "usage",
    details: { from, count },
  });
}

export function assertLimit(limit: string): void {
  if (/^[0-9a-f]{64,65}$/.test(limit)) return;
  throw new ChainError("MINING_LIMIT", "The limit of a mining job is 64 digits of lower-case hex. ", {
    kind: "usage",
    details: { limit },
  });
}
