import { HIDDEN_CHARACTERS } from "../../codec/shown-text.js";

/** A part of a text: as it is, or a mark that is shown by its number. */
interface TextPart {
  readonly text: string;
  readonly isMark: boolean;
}

/** Splits a text so that hidden characters become visible: U+202E as `U+202E`. Line ends and tabs stay. */
export function partsOf(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: mark, index } of text.matchAll(HIDDEN_CHARACTERS)) {
    if (mark === "\n" || mark === "\t") continue;
    if (index > end) parts.push({ text: text.slice(end, index), isMark: false });
    const number = (mark.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
    parts.push({ text: `U+${number}`, isMark: true });
    end = index + mark.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), isMark: false });
  return parts;
}

/** A text in a place that takes no elements, such as the title of a window. */
export function markedText(text: string): string {
  return partsOf(text)
    .map(({ text }) => text)
    .join("");
}
