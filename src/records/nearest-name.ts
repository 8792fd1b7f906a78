/** The known name that a mistyped one most likely means, or undefined when none is near. */
export function nearestName(word: string, names: Iterable<string>): string | undefined {
  // One slip in three characters is a typing error; more is another word.
  let distance = Math.max(1, Math.floor(word.length / 3)) + 1;
  let nearest: string | undefined;
  for (const name of names) {
    const candidate = editDistance(word, name);
    if (candidate >= distance) continue;
    distance = candidate;
    nearest = name;
  }
  return nearest;
}

/** The number of insertions, deletions and substitutions between two words (Levenshtein). */
function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let at = 1; at <= left.length; at += 1) {
    const next = [at];
    for (let index = 1; index <= right.length; index += 1) {
      const substituted = (row[index - 1] ?? 0) + (left[at - 1] === right[index - 1] ? 0 : 1);
      next.push(Math.min(substituted, (row[index] ?? 0) + 1, (next[index - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[right.length] ?? 0;
}
