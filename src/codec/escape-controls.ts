/**
 * Characters that move a terminal's cursor, change its colours or turn the direction of writing: control characters,
 * zero-width marks and line separators.
 */
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\0-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/**
 * Returns untrusted text in a form that is safe to print: characters that a terminal would obey are written as
 * `\uXXXX`.
 */
export function escapeControls(text: string): string {
  return text.replace(CONTROLS, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
