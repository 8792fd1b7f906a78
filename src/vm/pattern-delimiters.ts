/** The parts of a delimited pattern, `/body/flags`. */
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
/** Line ends and spaces are allowed between flags. S and X do not change whether a pattern matches. */
const FLAGS = /^[imsxADSUXu \r\n]*$/;

/**
 * Parses a delimited pattern (PROTOCOL 7.40), null when it is malformed. After optional white space, the delimiter is
 * any character except a letter, digit, backslash or NUL. An opening bracket ends with its closing partner and may
 * nest.
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
