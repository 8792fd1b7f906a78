import { diffArrays } from "diff";
import type { Style } from "../terminal/colour.js";

/** The time grows with the square of the number of changed lines: about a second for this many. */
const MAX_CHANGES = 5000;

/** The lines that differ, `-` for old and `+` for new. Of texts that differ in too many lines, all. */
export function diffText(before: string, after: string, style: Style): string {
  const [left, right] = [before.split("\n"), after.split("\n")];
  const removed = (lines: readonly string[]): string => linesText(lines, "-", style.red);
  const added = (lines: readonly string[]): string => linesText(lines, "+", style.green);
  const changes = diffArrays(left, right, { maxEditLength: MAX_CHANGES });
  if (changes === undefined) return removed(left) + added(right);
  return changes
    .map((change) => (change.removed ? removed(change.value) : change.added ? added(change.value) : ""))
    .join("");
}

function linesText(lines: readonly string[], sign: string, paint: (text: string) => string): string {
  return lines.map((line) => `${paint(`${sign} ${line}`)}\n`).join("");
}
