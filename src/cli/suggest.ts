import { nearestName } from "../records/nearest-name.js";

/** `Did you mean …?` for a word that is near a known one, or nothing. */
export function suggestion(word: string, known: Iterable<string>): string | undefined {
  const nearest = nearestName(word, known);
  return nearest === undefined ? undefined : `Did you mean ${nearest}?`;
}
