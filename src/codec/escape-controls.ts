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
