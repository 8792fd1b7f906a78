import { literalText, isRecord, isScalar, membersOf } from "./literal.js";
import { type PrintStyle, coloured, viewOf } from "./shown-as.js";
import { types } from "node:util";
import { alignRows } from "../../base/text/align-rows.js";
import { shownText, widthOf } from "../../codec/shown-text.js";

export type { PrintStyle };

/** A result for people, with nothing rounded or cut. Ends with a newline, unless it is empty. */
export function printResult(result: unknown, style: PrintStyle): string {
  if (result === undefined) return "";
  const shown = viewOf(result, style);
  return recordsTable(shown, style) ?? `${literalText(shown, style)}\n`;
}

const MOST_LINES = 100;
const MOST_CHARACTERS = 100_000;

/** The beginning of a text that is too long for a terminal, with a hint how to see the rest, and that rest. */
export function folded(text: string, style: PrintStyle): { readonly shown: string; readonly rest: string } {
  const lines = text.split("\n");
  const shown = lines.slice(0, MOST_LINES).join("\n").slice(0, MOST_CHARACTERS);
  if (shown.length >= text.length - 1) return { shown: text, rest: "" };
  const rest = text.slice(shown.length).replace(/^\n/, "");
  const left = `… and more: ${rest.split("\n").length - 1} lines. Show the next: .more, all: .all`;
  return { shown: `${shown}\n${coloured("dim", left, style)}\n`, rest };
}

interface Table {
  readonly names: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

interface Cell {
  readonly text: string;
  readonly isNumber: boolean;
}

/** A table of records of one shape; too wide, one record below the other. Null for any other value. */
function recordsTable(value: unknown, style: PrintStyle): string | null {
  const table = readTable(value);
  if (table === null) return null;
  const text = rowsText(table, style);
  const width = text.split("\n").reduce((widest, line) => Math.max(widest, widthOf(line)), 0);
  return width <= style.width ? text : recordsText(table, style);
}

function readTable(value: unknown): Table | null {
  const isKeyed = types.isMap(value);
  const records: readonly (readonly [string, unknown])[] = isKeyed
    ? membersOf(value)
    : Array.isArray(value)
      ? value.map((item: unknown) => ["", item] as const)
      : [];
  const rows = records.map(([key, record]) =>
    isRecord(record) ? { key, members: membersOf(record) } : null,
  );
  const [first] = rows;
  if (first === undefined || first === null || first.members.length === 0) return null;
  const names = first.members.map(([name]) => name);
  const cells: Cell[][] = [];
  for (const row of rows) {
    const isAlike = row !== null && row.members.map(([name]) => name).join("\n") === names.join("\n");
    if (!isAlike || !row.members.every(([, member]) => isScalar(member))) return null;
    const own = row.members.map(([, member]) => createCell(member));
    cells.push(isKeyed ? [createCell(row.key), ...own] : own);
  }
  return { names: (isKeyed ? ["key", ...names] : names).map((name) => shownText(name)), rows: cells };
}

function createCell(value: unknown): Cell {
  return { text: shownText(String(value)), isNumber: typeof value === "number" || typeof value === "bigint" };
}

function rowsText({ names, rows }: Table, style: PrintStyle): string {
  const heading = names.map((name) => coloured("dim", name, style));
  const columns = names.map((_, column) => ({
    align: rows[0]?.[column]?.isNumber === true ? ("right" as const) : ("left" as const),
  }));
  return alignRows([heading, ...rows.map((row) => row.map(({ text }) => text))], columns);
}

function recordsText({ names, rows }: Table, style: PrintStyle): string {
  const fields = (row: readonly Cell[]): string =>
    alignRows(row.map(({ text }, column) => [coloured("dim", names[column] ?? "", style), text]));
  return rows.map(fields).join("\n");
}
