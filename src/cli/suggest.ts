/** The known word that a mistyped one most likely meant, `undefined` when none is near. */
export function suggest(word: string, known: Iterable<string>): string | undefined {
  let nearest: string | undefined;
  // A third of the letters may be wrong; more is another word.
  let limit = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const candidate of known) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance < limit) {
      nearest = candidate;
      limit = distance;
    }
  }
  return nearest;
}

/** `Did you mean …?`, or nothing. */
export function suggestion(word: string, known: Iterable<string>): string | undefined {
  const nearest = suggest(word, known);
  return nearest === undefined ? undefined : `Did you mean ${nearest}?`;
}

/** Insertions, deletions, replacements and swaps of neighbours (optimal string alignment). */
function editDistance(left: string, right: string): number {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const isSame = left[row - 1] === right[column - 1];
      let best = Math.min(
        (last[column] as number) + 1,
        (current[column - 1] as number) + 1,
        (last[column - 1] as number) + (isSame ? 0 : 1),
      );
      const isSwap =
        row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      if (isSwap) best = Math.min(best, (beforeLast[column - 2] as number) + 1);
      current.push(best);
    }
    beforeLast = last;
    last = current;
  }
  return last[right.length] as number;
}
