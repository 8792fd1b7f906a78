import { inspect, types } from "node:util";

export interface PrintStyle {
  /** Columns; infinite in a pipe. */
  readonly width: number;
  readonly hasColour: boolean;
}

type Row = Readonly<Record<string, unknown>>;

const GAP = "  ";

/**
 * A result for people, exact: nothing is rounded, cut or left out, so that whatever is copied is whole. Records of one
 * shape are a table where it fits. Ends with a newline, unless there is nothing to show.
 */
export function printResult(result: unknown, style: PrintStyle): string {
  if (result === undefined) return "";
  const table = tableOf(result, style.width);
  return table ?? `${inspectWhole(result, style)}\n`;
}

function inspectWhole(value: unknown, { width, hasColour }: PrintStyle): string {
  return inspect(value, {
    depth: Infinity,
    maxArrayLength: Infinity,
    maxStringLength: Infinity,
    breakLength: width,
    colors: hasColour,
  });
}

/** Null when the result is no list of records, or its table would be too wide. */
function tableOf(result: unknown, width: number): string | null {
  const rows = rowsOf(result);
  const [first] = rows;
  if (first === undefined) return null;
  const names = Object.keys(first);
  const isEven = rows.every((row) => isFlat(row) && Object.keys(row).join() === names.join());
  if (names.length === 0 || !isEven) return null;
  const cells = [names, ...rows.map((row) => names.map((name) => String(row[name])))];
  const widths = names.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const lines = cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join(GAP)
      .trimEnd(),
  );
  return lines.every((line) => line.length <= width) ? `${lines.join("\n")}\n` : null;
}

function rowsOf(result: unknown): readonly Row[] {
  if (!Array.isArray(result)) return [];
  const isRow = (item: unknown): item is Row =>
    typeof item === "object" && item !== null && !Array.isArray(item) && !types.isMap(item);
  return result.every(isRow) ? result : [];
}

function isFlat(row: Row): boolean {
  return Object.values(row).every((member) => typeof member !== "object" && typeof member !== "function");
}
