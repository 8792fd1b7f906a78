/**
 * What moves the cursor of a terminal, changes its colours, or turns the direction of writing: control characters, marks
 * without a width, and separators of lines.
 */
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\0-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/** Text of others as people can see it: what a terminal would obey is written as `\uXXXX`. */
export function escapeControls(text: string): string {
  return text.replace(CONTROLS, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
