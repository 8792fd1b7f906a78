/**
 * Characters of hostile text that a reader cannot see or that change how other text is shown: controls, marks of the
 * direction of writing, zero-width characters, variation selectors and tags. Line ends and tabs are shown as they are.
 */
const MARKS =
  /[\0-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\ud800-\udfff]|\u034f|[\ufe00-\ufe0f]|[\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu;

/** A part of a text: as it is, or a mark that is shown by its number. */
export interface TextPart {
  readonly text: string;
  readonly isMark: boolean;
}

/** Divides a text into parts so that each character that hides or misleads becomes visible: U+202E as `U+202E`. */
export function partsOf(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: mark, index } of text.matchAll(MARKS)) {
    if (index > end) parts.push({ text: text.slice(end, index), isMark: false });
    const number = (mark.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
    parts.push({ text: `U+${number}`, isMark: true });
    end = index + mark.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), isMark: false });
  return parts;
}
