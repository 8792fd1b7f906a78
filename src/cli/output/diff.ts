import type { Style } from "../terminal/colour.js";

/** The lines that differ between two texts, `-` for old and `+` for new, without the unchanged ones. */
export function diffText(before: string, after: string, style: Style): string {
  const left = before.split("\n");
  const right = after.split("\n");
  const common = commonLengths(left, right);
  let out = "";
  let row = 0;
  let column = 0;
  while (row < left.length || column < right.length) {
    const old = left[row];
    const now = right[column];
    if (old !== undefined && old === now) {
      row += 1;
      column += 1;
    } else if (
      old !== undefined &&
      (now === undefined || lengthAt(common, row + 1, column) >= lengthAt(common, row, column + 1))
    ) {
      out += `${style.red(`- ${old}`)}\n`;
      row += 1;
    } else {
      out += `${style.green(`+ ${now ?? ""}`)}\n`;
      column += 1;
    }
  }
  return out;
}

/** At [row][column]: the length of the longest common subsequence of the lines from there on. */
function commonLengths(left: readonly string[], right: readonly string[]): readonly Uint32Array[] {
  const lengths = Array.from({ length: left.length + 1 }, () => new Uint32Array(right.length + 1));
  for (let row = left.length - 1; row >= 0; row -= 1) {
    for (let column = right.length - 1; column >= 0; column -= 1) {
      const length =
        left[row] === right[column]
          ? lengthAt(lengths, row + 1, column + 1) + 1
          : Math.max(lengthAt(lengths, row + 1, column), lengthAt(lengths, row, column + 1));
      (lengths[row] as Uint32Array)[column] = length;
    }
  }
  return lengths;
}

function lengthAt(lengths: readonly Uint32Array[], row: number, column: number): number {
  return lengths[row]?.[column] ?? 0;
}
