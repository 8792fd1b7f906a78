import { canonicalJson } from "../codec/canonical-json.js";
import type { Value } from "../codec/value.js";

/** The texts of chunks and hypotheses, kept as long as the records are in use. */
const printed = new WeakMap<object, string>();

/** A record's canonical text, printed once: every neighbour asks for it several times an interval. */
export function recordText<R extends object>(record: R, toValue: (record: R) => Value): string {
  const known = printed.get(record);
  if (known !== undefined) return known;
  const text = canonicalJson(toValue(record));
  printed.set(record, text);
  return text;
}
