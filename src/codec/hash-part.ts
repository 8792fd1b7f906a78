import * as errors from "./errors.js";

/** A hash as people give it: its beginning, with `…` also its end, as tables shorten hashes. */
interface HashPart {
  readonly head: string;
  readonly tail: string;
}

const PART = /^([0-9a-f]{4,78})(?:…([0-9a-f]{1,78}))?$/;
const TIME_HASH_PART = /^0[0-9a-f]{7}/;
/** The candidates that an error lists. */
const MOST_LISTED = 10;

/** Returns null for a text that is no part of a hash. */
export function readHashPart(text: string): HashPart | null {
  const [, head, tail = ""] = PART.exec(text) ?? [];
  return head === undefined ? null : { head, tail };
}

/** At least 8 characters of a time hash, which begins with a zero before the year 2112. */
export function isTimeHashPart(text: string): boolean {
  return TIME_HASH_PART.test(text) && readHashPart(text) !== null;
}

/**
 * The only hash that a text is or is part of; null without one. Throws `HASH_AMBIGUOUS` with the candidates when
 * there are several.
 */
export function onlyHash(text: string, hashes: Iterable<string>): string | null {
  const part = readHashPart(text);
  if (part === null) return null;
  const fitting = new Set<string>();
  for (const hash of hashes) if (hash.startsWith(part.head) && hash.endsWith(part.tail)) fitting.add(hash);
  if (fitting.has(text)) return text;
  if (fitting.size < 2) return [...fitting][0] ?? null;
  const listed = [...fitting].slice(0, MOST_LISTED).map((hash, index) => [`${index + 1}`, hash] as const);
  throw errors.hashAmbiguous({ part: text, count: fitting.size }, { details: Object.fromEntries(listed) });
}
