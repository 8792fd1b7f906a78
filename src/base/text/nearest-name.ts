/** The known name that a mistyped one most likely means, ignoring case; undefined when none is near. */
export function nearestName(word: string, names: Iterable<string>): string | undefined {
  // One slip in three characters is a typing error; more is another word.
  let distance = Math.max(1, Math.floor(word.length / 3)) + 1;
  let nearest: string | undefined;
  for (const name of names) {
    const [typed, known] = [word.toLowerCase(), name.toLowerCase()];
    // Less than a whole slip.
    const candidate = editDistance(typed, known) - (known.startsWith(typed) ? 0.5 : 0);
    if (candidate >= distance) continue;
    distance = candidate;
    nearest = name;
  }
  return nearest;
}

/** Returns `Did you mean …?` for a word that is similar to a known one, otherwise undefined. */
export function suggestion(word: string, known: Iterable<string>): string | undefined {
  const nearest = nearestName(word, known);
  return nearest === undefined ? undefined : `Did you mean ${nearest}?`;
}

/** Insertions, deletions, substitutions and swaps of neighbours between two words (optimal string alignment). */
function editDistance(left: string, right: string): number {
  let above: readonly number[] = [];
  let row: readonly number[] = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let at = 1; at <= left.length; at += 1) {
    const next = [at];
    for (let index = 1; index <= right.length; index += 1) {
      const substituted = (row[index - 1] ?? 0) + (left[at - 1] === right[index - 1] ? 0 : 1);
      let best = Math.min(substituted, (row[index] ?? 0) + 1, (next[index - 1] ?? 0) + 1);
      const isSwap = index > 1 && left[at - 1] === right[index - 2] && left[at - 2] === right[index - 1];
      if (isSwap) best = Math.min(best, (above[index - 2] ?? 0) + 1);
      next.push(best);
    }
    above = row;
    row = next;
  }
  return row[right.length] ?? 0;
}
