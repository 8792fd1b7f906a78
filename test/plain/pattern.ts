/**
 * `$reg_match` (PROTOCOL 7.30): a delimited pattern `/…/flags` in Perl's syntax, matched by an engine that is linear in
 * the text (PROTOCOL 14.5). A malformed pattern, and one that such an engine does not support, never matches.
 *
 * Without the flag `u` the pattern works on bytes. Here a byte from 0x80 up is one private-use character, which has no
 * case, belongs to no class of letters and sorts after ASCII.
 */
import { RE2JS } from "re2js";

/** Perl's `$`: the end of the text, and before a final newline. */
const END = "(?:\\n?\\z)";
const CLOSING: Record<string, string> = { "(": ")", "[": "]", "{": "}", "<": ">" };

export function patternMatches(pattern: string, subject: string): boolean {
  const parts = splitPattern(pattern);
  if (parts === undefined) return false;
  const { body, flags } = parts;
  if (/[^imsxuUADSXJn \r\n]/.test(flags)) return false;
  const bytes = !flags.includes("u");
  const inline = [...new Set(flags.match(/[imsU]/g) ?? [])].join("");
  const translated = translate(bytes ? toBytes(body) : body, flags);
  const anchored = flags.includes("A") ? `\\A(?:${translated})` : translated;
  try {
    return RE2JS.compile(inline === "" ? anchored : `(?${inline})${anchored}`)
      .matcher(bytes ? toBytes(subject) : subject)
      .find();
  } catch {
    return false;
  }
}

/** Splits a pattern at its delimiters. A delimiter is not a letter, a digit or a backslash. */
function splitPattern(pattern: string): { body: string; flags: string } | undefined {
  const source = pattern.replace(/^[ \t\n\r\v\f]+/, "");
  const open = source.charAt(0);
  if (!/^[!-~]$/.test(open) || /^[A-Za-z0-9\\]$/.test(open)) return undefined;
  const close = CLOSING[open] ?? open;
  let depth = 1;
  for (let at = 1; at < source.length; at += 1) {
    const character = source.charAt(at);
    if (character === "\\") at += 1;
    else if (character === close) depth -= 1;
    else if (character === open) depth += 1;
    if (depth === 0) return { body: source.slice(1, at), flags: source.slice(at + 1) };
  }
  return undefined;
}

const toBytes = (string: string): string =>
  [...Buffer.from(string, "utf8")]
    .map((byte) => String.fromCharCode(byte < 0x80 ? byte : 0xe000 + byte))
    .join("");

/** Translates the pattern to the engine's syntax. */
function translate(body: string, flags: string): string {
  const end = flags.includes("D") ? "\\z" : END;
  let result = "";
  let inClass = false;
  for (let at = 0; at < body.length; at += 1) {
    const character = body.charAt(at);
    if (character === "\\") {
      const escape = /^\\(?:x\{[0-9a-fA-F]+\}|x[0-9a-fA-F]{1,2}|[^])?/.exec(body.slice(at))?.[0] ?? "\\";
      at += escape.length - 1;
      result += translateEscape({ escape, inClass, bytes: !flags.includes("u") });
    } else if (inClass) {
      const named = /^\[:\^?[a-z]+:\]/.exec(body.slice(at))?.[0];
      if (named !== undefined) at += named.length - 1;
      else if (character === "]") inClass = false;
      result += named ?? (character === "[" ? "\\[" : character);
    } else if (character === "[") {
      // A `]` at the start of a class is a member of the class.
      const start = /^\[\^?\]?/.exec(body.slice(at))?.[0] ?? "[";
      at += start.length - 1;
      inClass = true;
      result += start.replace(/\]$/, "\\]");
    } else if (character === "$" && !flags.includes("m")) result += end;
    else if (flags.includes("x") && /[ \t\n\r\v\f]/.test(character)) continue;
    else if (flags.includes("x") && character === "#") {
      const line = body.indexOf("\n", at);
      at = line === -1 ? body.length : line;
    } else result += character;
  }
  return result;
}

function translateEscape(found: { escape: string; inClass: boolean; bytes: boolean }): string {
  const { escape, inClass } = found;
  const hex = /^\\x\{?([0-9a-fA-F]+)/.exec(escape)?.[1];
  if (hex !== undefined && found.bytes && parseInt(hex, 16) >= 0x80)
    return `\\x{${(0xe000 + parseInt(hex, 16)).toString(16)}}`;
  // Perl's white space includes the vertical tab.
  if (escape === "\\s") return inClass ? "[:space:]" : "[[:space:]]";
  if (escape === "\\S") return inClass ? "[:^space:]" : "[^[:space:]]";
  if (escape === "\\Z" && !inClass) return END;
  return escape;
}
