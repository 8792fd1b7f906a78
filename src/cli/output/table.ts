import { alignRows, type Alignment } from "../../codec/align-rows.js";
import type { View } from "./view.js";

export interface Column extends Alignment {
  readonly title: string;
}

/** A label and its value. */
export type Field = readonly [name: string, value: string];

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
  return alignRows(fields.map(([name, value]) => [view.style.dim(name), value]));
}
