import { literalText } from "./literal.js";
import { recordsTable } from "./table.js";
import { type PrintStyle, coloured, viewOf } from "./shown-as.js";

export type { PrintStyle };

/**
 * A result for people. Nothing is rounded, cut or left out, so that it can be copied. Records of one shape are a
 * table. Ends with a newline, unless there is nothing to show.
 */
export function printResult(result: unknown, style: PrintStyle): string {
  if (result === undefined) return "";
  const shown = viewOf(result, style);
  return recordsTable(shown, style) ?? `${literalText(shown, style)}\n`;
}

/** The most lines that are shown. */
const MOST_LINES = 500;
const MOST_CHARACTERS = 100_000;

/** The beginning of a text that is too long for a terminal, with a hint how to see all of it. */
export function excerpt(text: string, style: PrintStyle): string {
  const lines = text.split("\n");
  const shown = lines.slice(0, MOST_LINES).join("\n").slice(0, MOST_CHARACTERS);
  if (shown.length >= text.length - 1) return text;
  const left = `… and more: ${lines.length - 1} lines, ${text.length} characters. Show all: .all`;
  return `${shown}\n${coloured("dim", left, style)}\n`;
}
