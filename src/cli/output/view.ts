import type { Style } from "../terminal/colour.js";
import { alignRows, type Alignment } from "../../base/text/align-rows.js";
import { entriesOf, isContainer, isList, sizeOf, type Value } from "../../codec/value.js";
import { localTimeText, toMilliseconds } from "../../base/text/time-text.js";
import { valueToJson } from "../../codec/readable-json.js";
import { shownText } from "../../codec/shown-text.js";
import { textIn } from "../../codec/text.js";

/** How a result is shown: to a person at a terminal, or to a program that reads a pipe. */
export interface View {
  readonly isTerminal: boolean;
  /** Whether hashes and values are not shortened. Default: false. */
  readonly isFull?: boolean;
  readonly width: number;
  readonly style: Style;
}

/** The characters shown of a hash, at its head and tail; fewer where a row has several hashes. */
const SHORT_HASH = { head: 10, tail: 6 };
const SHORTER_HASH = { head: 6, tail: 4 };

/** A hash, address or key: shortened on a terminal, further when `isTight`; whole in a pipe and with `--full`. */
export function hashText(view: View, hash: string, isTight = false): string {
  const { head, tail } = isTight ? SHORTER_HASH : SHORT_HASH;
  if (!view.isTerminal || view.isFull === true || hash.length <= head + tail + 1) return hash;
  return `${hash.slice(0, head)}…${hash.slice(-tail)}`;
}

/** A time in µs: local and to the second on a terminal, ISO 8601 in UTC in a pipe. */
export function timeText(view: View, timestampUs: number): string {
  const date = new Date(toMilliseconds(timestampUs));
  return view.isTerminal ? localTimeText(date) : date.toISOString();
}

export function timeIn(view: View, container: Value | undefined, name: string): string {
  return timeText(view, Number(textIn(container, name)));
}

/** The most columns that a cell takes on a terminal, also with `--full`: a signature fits. */
const CELL_WIDTH = 200;
export const NAME_WIDTH = 40;
/** The most columns that a value beside its label takes without `--full`. */
const FIELD_WIDTH = 1000;

export interface Column extends Alignment {
  readonly title: string;
  /** The most columns that a cell takes on a terminal without `--full`. */
  readonly width?: number;
}

export type Field = readonly [name: string, value: string, paint?: (text: string) => string];

/**
 * A table: on a terminal, aligned columns under a dim heading; in a pipe, one row a line with tabs between the cells
 * and no heading, so that `cut` and `while read` work. Titles and cells may be text from outside.
 */
export function tableText(
  view: View,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): string {
  const cells = rows.map((row) => rowCells(view, columns, row));
  if (!view.isTerminal) return cells.map((row) => `${row.join("\t")}\n`).join("");
  if (rows.length === 0) return "";
  const heading = columns.map(({ title }) => view.style.dim(shownText(title.toUpperCase(), CELL_WIDTH)));
  return alignRows([heading, ...cells], columns);
}

function rowCells(view: View, columns: readonly Column[], row: readonly string[]): readonly string[] {
  if (!view.isTerminal) return row.map((cell) => shownText(cell));
  return row.map((cell, index) =>
    shownText(cell, view.isFull === true ? CELL_WIDTH : (columns[index]?.width ?? CELL_WIDTH)),
  );
}

export interface EntryColumn<Entry> extends Column {
  readonly cell: (entry: Entry, view: View) => string;
}

export function entryLine<Entry>(view: View, columns: readonly EntryColumn<Entry>[], entry: Entry): string {
  const cells = columns.map(({ cell }) => cell(entry, view));
  return `${rowCells(view, columns, cells).join(view.isTerminal ? "  " : "\t")}\n`;
}

export function entriesText<Entry>(
  view: View,
  columns: readonly EntryColumn<Entry>[],
  entries: readonly Entry[],
): string {
  return tableText(
    view,
    columns,
    entries.map((entry) => columns.map(({ cell }) => cell(entry, view))),
  );
}

/** Labels and values, which may be text from outside: aligned on a terminal, separated by tabs in a pipe. */
export function fieldsText(view: View, fields: readonly Field[]): string {
  const plain = (text: string): string => text;
  if (!view.isTerminal)
    return fields
      .map(([name, value, paint = plain]) => `${shownText(name)}\t${paint(shownText(value))}\n`)
      .join("");
  return alignRows(
    fields.map(([name, value, paint = plain]) => [
      view.style.dim(shownText(name, NAME_WIDTH)),
      paint(fieldText(view, value)),
    ]),
  );
}

function fieldText({ isFull }: View, value: string): string {
  const whole = shownText(value);
  const shown = isFull === true ? whole : shownText(value, FIELD_WIDTH);
  return shown === whole ? whole : `${shown} (${value.length} characters; --full shows all)`;
}

const INDENT = "  ";

/** Any value for people: one member a line, nested members indented. A pipe gets indented JSON. */
export function outlineText(view: View, value: Value): string {
  if (!isContainer(value)) return `${view.isTerminal ? shownText(scalarText(value)) : scalarText(value)}\n`;
  if (!view.isTerminal) return `${valueToJson(value, INDENT)}\n`;
  return outline(view, value, "");
}

function outline(view: View, value: Extract<Value, object>, indent: string): string {
  let out = "";
  const isPlainList = isList(value);
  for (const [key, member] of entriesOf(value)) {
    const label = indent + view.style.dim(isPlainList ? "-" : shownText(key));
    out +=
      isContainer(member) && sizeOf(member) > 0
        ? `${label}\n${outline(view, member, indent + INDENT)}`
        : `${label} ${shownText(scalarText(member))}\n`;
  }
  return out === "" ? `${indent}[]\n` : out;
}

export function scalarText(value: Value): string {
  return typeof value === "string" ? value : valueToJson(value);
}
