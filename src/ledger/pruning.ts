import { isWholeNumber } from "../codec/text.js";
import type { Ledger } from "./ledger.js";
import * as errors from "./errors.js";

/** The last main blocks that a node keeps whole: so many, those of so many days, or all. */
export type Keep = "all" | { readonly blocks: number } | { readonly days: number };

const DAY_US = 86_400_000_000;
/** A hundred years. */
const MOST_DAYS = 36_525;

/** Reads `all`, `blocks=N` or `days=D`. Throws `KEEP_INVALID`. */
export function readKeep(text: string): Keep {
  if (text === "all") return "all";
  const [, unit, word = ""] = /^(blocks|days)=([0-9]+)$/.exec(text) ?? [];
  const count = isWholeNumber(word) ? Number(word) : 0;
  if (unit === "blocks" && count > 0) return { blocks: count };
  if (unit === "days" && count > 0 && count <= MOST_DAYS) return { days: count };
  throw errors.keepInvalid({ keep: text });
}

/**
 * The last main block whose body need not be kept, 0 for none. Beside what the operator wants, this much is kept, and
 * nothing else needs more (docs/pruning.md):
 *
 * - Fork choice and undo return to the main block that the fixed resource block names, at the lowest (PROTOCOL 10.10):
 *   the state after it, and all later bodies, stay.
 * - Difficulty, slots and unpaid rewards come from the resource chain, whose blocks all stay, with their receipts.
 * - Those name main blocks by height and blockhash, and a peer compares summaries: the headers of all blocks stay.
 * - A transaction is never newer than its block (PROTOCOL 5.5), so the headers tell that an old one cannot come again.
 */
export async function prunableUpTo(
  { store, tip, resourceChain }: Ledger,
  keep: Keep,
  nowUs: number,
): Promise<number> {
  if (keep === "all") return 0;
  const wanted =
    "blocks" in keep ? tip.height - keep.blocks : await lastBefore(store, nowUs - keep.days * DAY_US);
  return Math.max(0, Math.min(wanted, tip.height - 1, resourceChain.fixedMainHeight));
}

/** The last main block before a time, µs. */
async function lastBefore({ index }: Ledger["store"], timeUs: number): Promise<number> {
  const [end] = (await index?.pastEnds([timeUs])) ?? [];
  return end?.main ?? 0;
}
