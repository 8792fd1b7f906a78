import { messageOf } from "./chain-error.js";
import { describePlace, type TextPlace } from "./text-place.js";

/** A text or a list of texts in TOML. They are those of JSON, but that TOML forbids DEL. */
export function tomlText(value: string | readonly string[]): string {
  return JSON.stringify(value).replaceAll("\u007f", "\\u007f");
}

/** What the TOML parser says is wrong, without the lines that it draws. */
export function tomlReason(cause: unknown): string {
  return messageOf(cause).split("\n", 1)[0] ?? "";
}

/** The place of a parser's error, when it names one. */
export function tomlPlace(text: string, cause: unknown): Partial<TextPlace> {
  if (!(cause instanceof Error && "line" in cause && "column" in cause)) return {};
  return describePlace(text, Number(cause.line), Number(cause.column));
}
