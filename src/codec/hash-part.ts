import * as errors from "./errors.js";

/** A hash as people give it: its beginning, with `…` also its end, as tables shorten hashes. */
export interface HashPart {
  readonly head: string;
  readonly tail: string;
}

const PART = /^([0-9a-f]{4,78})(?:…([0-9a-f]{1,78}))?$/;
/** Digits alone are a height unless there are many. */
const TIME_HASH_PART = /^0(?:[0-9]{7}|(?=[0-9]*[a-f])[0-9a-f]{3})/;
/** The candidates that an error lists. */
export const MOST_LISTED = 10;

export function readHashPart(text: string): HashPart | null {
  const [, head, tail = ""] = PART.exec(text) ?? [];
  return head === undefined ? null : { head, tail };
}

export function isPartOf({ head, tail }: HashPart, hash: string): boolean {
  return hash.startsWith(head) && hash.endsWith(tail);
}

/** At least 4 characters of a time hash with a letter among them, or 8 digits; it begins with a zero. */
export function isTimeHashPart(text: string): boolean {
  return TIME_HASH_PART.test(text) && readHashPart(text) !== null;
}

/** The only hash that a text is or is part of; null without one. Throws `HASH_AMBIGUOUS`. */
export function onlyHash(text: string, hashes: Iterable<string>): string | null {
  const part = readHashPart(text);
  if (part === null) return null;
  const fitting = new Set<string>();
  for (const hash of hashes) if (isPartOf(part, hash)) fitting.add(hash);
  if (fitting.has(text)) return text;
  if (fitting.size < 2) return [...fitting][0] ?? null;
  const listed = [...fitting].slice(0, MOST_LISTED).map((hash, index) => [`${index + 1}`, hash] as const);
  const count = fitting.size > MOST_LISTED ? `More than ${MOST_LISTED}` : String(fitting.size);
  throw errors.hashAmbiguous({ part: text, count }, { details: Object.fromEntries(listed) });
}
