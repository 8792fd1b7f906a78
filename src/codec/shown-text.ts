import stringWidth from "string-width";
import { escapeControls } from "./escape-controls.js";

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
