import { literalText } from "./literal.js";
import { recordsTable } from "./table.js";
import { type PrintStyle, coloured, viewOf } from "./shown-as.js";

export type { PrintStyle };

/** A result for people, with nothing rounded or cut. Ends with a newline, unless it is empty. */
export function printResult(result: unknown, style: PrintStyle): string {
  if (result === undefined) return "";
  const shown = viewOf(result, style);
  return recordsTable(shown, style) ?? `${literalText(shown, style)}\n`;
}

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
