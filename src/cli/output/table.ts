import { stripVTControlCharacters } from "node:util";
import type { View } from "./view.js";

export interface Column {
  readonly title: string;
  readonly align?: "left" | "right";
}

/** A label and its value. */
export type Field = readonly [name: string, value: string];

const GAP = "  ";

/**
 * A table: on a terminal, aligned columns under a dim heading; in a pipe, one row a line with tabs between the cells
 * and no heading, so that `cut` and `while read` work.
 */
export function tableText(
  view: View,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): string {
  if (!view.isTerminal) return rows.map((row) => `${row.join("\t")}\n`).join("");
  if (rows.length === 0) return "";
  const heading = columns.map(({ title }) => view.style.dim(title.toUpperCase()));
  return alignRows([heading, ...rows], columns);
}

/** Labels and values: aligned on a terminal, separated by tabs in a pipe. */
export function fieldsText(view: View, fields: readonly Field[]): string {
  if (!view.isTerminal) return fields.map((field) => `${field.join("\t")}\n`).join("");
  return alignRows(
    fields.map(([name, value]) => [view.style.dim(name), value]),
    [],
  );
}

/** Pads cells to the width of their column, except the last cell of a row. */
export function alignRows(
  rows: readonly (readonly string[])[],
  columns: readonly Pick<Column, "align">[],
): string {
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

/** The columns a cell takes, without colour codes. The tables hold only single-width characters. */
function widthOf(cell: string): number {
  return stripVTControlCharacters(cell).length;
}
