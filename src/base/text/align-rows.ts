import { widthOf } from "../../codec/shown-text.js";

export interface Alignment {
  readonly align?: "left" | "right";
}

const GAP = "  ";
/** A wider cell does not widen its column: one huge cell would pad all others. */
const MOST_PADDED = 200;

interface MeasuredCell {
  readonly text: string;
  readonly width: number;
}

/** Pads cells to the width of their column, except the last cell of a row. Columns are aligned left by default. */
export function alignRows(rows: readonly (readonly string[])[], columns: readonly Alignment[] = []): string {
  const measured = rows.map((row) => row.map((text): MeasuredCell => ({ text, width: widthOf(text) })));
  const widths: number[] = [];
  for (const row of measured) {
    for (const [index, { width }] of row.entries())
      widths[index] = Math.max(widths[index] ?? 0, width > MOST_PADDED ? 0 : width);
  }
  let out = "";
  for (const row of measured) {
    const cells = row.map((cell, index) => padCell(cell, widths[index] as number, columns[index]?.align));
    out += `${cells.join(GAP).trimEnd()}\n`;
  }
  return out;
}

function padCell({ text, width }: MeasuredCell, column: number, align: "left" | "right" = "left"): string {
  const padding = " ".repeat(Math.max(0, column - width));
  return align === "right" ? padding + text : text + padding;
}
