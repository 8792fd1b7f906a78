import stringWidth from "string-width";

const CUT = "…";
/** The most UTF-16 units that are read for a column: a letter with some marks above and below it. */
const UNITS_A_COLUMN = 4;

/** The columns that a text takes at a terminal, without colour codes. */
export function widthOf(text: string): number {
  return stringWidth(text);
}

/**
 * Text from outside on one line: hidden characters are escapes, and what does not fit the width ends in `…`. The time
 * depends on the width alone, if there is one.
 */
export function shownText(text: string, width = Infinity): string {
  const read = text.slice(0, width * UNITS_A_COLUMN);
  const shown = escapeControls(read);
  if (width === Infinity || (read.length === text.length && widthOf(shown) <= width)) return shown;
  let out = "";
  let left = width - CUT.length;
  for (const { segment } of new Intl.Segmenter().segment(shown)) {
    left -= widthOf(segment);
    if (left < 0) break;
    out += segment;
  }
  return out + CUT;
}

/**
 * Invisible characters, and those that a terminal obeys or that change how other text is shown: controls, separators
 * of lines, marks of the direction of writing, characters without width, tags and lone surrogates.
 */
export const HIDDEN_CHARACTERS = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;

/** Returns untrusted text in a form that is safe to print: hidden characters are written as `\uXXXX`. */
export function escapeControls(text: string): string {
  return text.replace(HIDDEN_CHARACTERS, (hidden) => hidden.split("").map(escapeUnit).join(""));
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
