import { types } from "node:util";
import { isRecord, isScalar, membersOf } from "./plain-data.js";
import { escapeControls } from "../../codec/escape-controls.js";
import { coloured, type PrintStyle } from "./print-style.js";

interface Table {
  readonly names: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

interface Cell {
  readonly text: string;
  readonly isNumber: boolean;
}

const GAP = "  ";

/**
 * A table of records of one shape, in a list or by key; when it is too wide, one record below the other. Null for any
 * other value.
 */
export function tableText(value: unknown, style: PrintStyle): string | null {
  const table = readTable(value);
  if (table === null) return null;
  const widths = table.names.map((name, column) =>
    Math.max(name.length, ...table.rows.map((row) => row[column]?.text.length ?? 0)),
  );
  const width = widths.reduce((sum, each) => sum + each + GAP.length, -GAP.length);
  return width <= style.width ? rowsText(table, widths, style) : recordsText(table, style);
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
  return { names: isKeyed ? ["key", ...names] : names, rows: cells };
}

function createCell(value: unknown): Cell {
  return {
    text: escapeControls(String(value)),
    isNumber: typeof value === "number" || typeof value === "bigint",
  };
}

function rowsText({ names, rows }: Table, widths: readonly number[], style: PrintStyle): string {
  const line = (cells: readonly Cell[]): string =>
    cells
      .map(({ text, isNumber }, column) => {
        const width = widths[column] ?? 0;
        return isNumber ? text.padStart(width) : text.padEnd(width);
      })
      .join(GAP)
      .trimEnd();
  const heading = names.map((text, column) => ({ text, isNumber: rows[0]?.[column]?.isNumber ?? false }));
  return [coloured("dim", line(heading), style), ...rows.map(line)].map((text) => `${text}\n`).join("");
}

function recordsText({ names, rows }: Table, style: PrintStyle): string {
  const widest = Math.max(...names.map((name) => name.length));
  return rows
    .map((row) =>
      row
        .map(
          ({ text }, column) =>
            `${coloured("dim", (names[column] ?? "").padEnd(widest), style)}${GAP}${text}\n`,
        )
        .join(""),
    )
    .join("\n");
}
