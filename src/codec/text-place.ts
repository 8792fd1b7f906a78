import { ChainError } from "./chain-error.js";
import { shownText, widthOf } from "./shown-text.js";

/** Where a text is wrong, as details of an error: the line, and a caret under the place in it. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
  readonly text: string;
  readonly here: string;
}

/** A text in a file, with the line and column of its first character, both from 1. */
export interface TextOfFile {
  readonly text: string;
  readonly line: number;
  readonly column: number;
}

/** The most characters that are shown before and after the place. */
const SHOWN = 50;

/** Describes a place by its line and column, both from 1. */
export function describePlace(text: string, line: number, column: number): TextPlace {
  const row = text.split(/\r?\n/)[line - 1] ?? "";
  const before = shown(`${column - 1 > SHOWN ? "…" : ""}${row.slice(0, column - 1).slice(-SHOWN)}`);
  const after = shown(row.slice(column - 1).slice(0, SHOWN));
  return { line, column, text: `${before}${after}`, here: `${" ".repeat(widthOf(before))}^` };
}

export function describeOffset(text: string, offset: number): TextPlace {
  const lines = text.slice(0, offset).split("\n");
  return describePlace(text, lines.length, (lines.at(-1) ?? "").length + 1);
}

/** Adds to an error that names an offset in a text the place in its file, and further details. */
export function placedInFile(
  error: unknown,
  { text, line, column }: TextOfFile,
  further: Readonly<Record<string, string>> = {},
): unknown {
  if (!(error instanceof ChainError)) return error;
  const { offset } = error.details;
  if (typeof offset !== "number") return error.with({ details: further });
  const place = describeOffset(text, offset);
  const inFile = {
    line: line + place.line - 1,
    column: place.line === 1 ? column + place.column - 1 : place.column,
  };
  return error.with({ details: { ...further, ...place, ...inFile } });
}

function shown(text: string): string {
  return shownText(text.replaceAll("\t", " "));
}
