import { nearestName } from "../records/nearest-name.js";

/** Returns `Did you mean …?` for a word that is similar to a known one, otherwise undefined. */
export function suggestion(word: string, known: Iterable<string>): string | undefined {
  const nearest = nearestName(word, known);
  return nearest === undefined ? undefined : `Did you mean ${nearest}?`;
}
