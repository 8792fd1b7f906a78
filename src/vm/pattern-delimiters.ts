/** A delimited pattern's parts: `/body/flags`. */
export interface DelimitedPattern {
  readonly body: string;
  readonly flags: string;
}

const CLOSING: ReadonlyMap<string, string> = new Map([
  ["(", ")"],
  ["[", "]"],
  ["{", "}"],
  ["<", ">"],
]);
/** S and X change nothing that a yes or no shows; line ends and spaces are allowed. */
const FLAGS = /^[imsxADSUXu \r\n]*$/;

/**
 * Takes a delimited pattern apart; null when it is malformed. The delimiter is any character but a letter, digit,
 * backslash or NUL, after optional white space; brackets close with their partner and may nest.
 */
export function parseDelimited(pattern: string): DelimitedPattern | null {
  const text = pattern.replace(/^[ \t\n\v\f\r]+/, "");
  const opening = text.charAt(0);
  if (!/^[^A-Za-z0-9\\\0]$/.test(opening)) return null;
  const end = findClosing(text, opening, CLOSING.get(opening) ?? opening);
  if (end === null) return null;
  const flags = text.slice(end + 1);
  return FLAGS.test(flags) ? { body: text.slice(1, end), flags } : null;
}

function findClosing(text: string, opening: string, closing: string): number | null {
  let depth = 1;
  for (let index = 1; index < text.length; index += 1) {
    const unit = text[index];
    if (unit === "\\") index += 1;
    else if (unit === closing) depth -= 1;
    else if (unit === opening) depth += 1;
    if (depth === 0) return index;
  }
  return null;
}
