export interface Alignment {
  readonly align?: "left" | "right";
}

const GAP = "  ";
const COLOURS = /\u001b\[[\d;]*m/g;

/** Pads cells to the width of their column, except the last cell of a row. Columns are aligned left by default. */
export function alignRows(rows: readonly (readonly string[])[], columns: readonly Alignment[] = []): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, widthOf(cell));
  }
  let out = "";
  for (const row of rows) {
    const cells = row.map((cell, index) => padCell(cell, widths[index] as number, columns[index]?.align));
    out += `${cells.join(GAP).trimEnd()}\n`;
  }
  return out;
}

function padCell(cell: string, width: number, align: "left" | "right" = "left"): string {
  const padding = " ".repeat(width - widthOf(cell));
  return align === "right" ? padding + cell : cell + padding;
}

/** The columns that a text takes, without colour codes. All characters are taken as one column wide. */
export function widthOf(cell: string): number {
  return cell.replace(COLOURS, "").length;
}
