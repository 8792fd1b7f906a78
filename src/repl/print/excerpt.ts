import { coloured, type PrintStyle } from "./print-style.js";

/** The most lines that are shown. */
const MOST_LINES = 500;
const MOST_CHARACTERS = 100_000;

/** The beginning of a text that is too long for a terminal, with a hint how to see all of it. */
export function excerpt(text: string, style: PrintStyle): string {
  const lines = text.split("\n");
  const shown = lines.slice(0, MOST_LINES).join("\n").slice(0, MOST_CHARACTERS);
  if (shown.length >= text.length - 1) return text;
  const left = `… and more: ${lines.length - 1} lines, ${text.length} characters. All of it: .all`;
  return `${shown}\n${coloured("dim", left, style)}\n`;
}
