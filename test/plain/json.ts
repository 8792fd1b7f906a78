/** JSON as the protocol reads and writes it (PROTOCOL 1.2, 1.3, 1.4, 1.6, 1.7, 1.8). */
import { shortestFloat } from "./text.js";
import { container, entries, isList, MachineFailure, type Value } from "./value.js";

/** Text that is not valid JSON here. */
export class NotJson extends Error {}

const DEEPEST = 512;
const LONE_SURROGATE = /\p{Surrogate}/u;
const INTEGERS_FROM = -(2n ** 63n);
const INTEGERS_TO = 2n ** 63n - 1n;

/** Parses JSON text. Throws NotJson. */
export function readJson(source: string): Value {
  if (LONE_SURROGATE.test(source)) throw new NotJson("a lone surrogate");
  let at = 0;

  const skipSpace = (): void => {
    while (" \t\n\r".includes(source.charAt(at)) && at < source.length) at += 1;
  };
  /** Consumes and returns the text that a pattern matches here, or returns undefined. */
  const take = (pattern: RegExp): string | undefined => {
    const sticky = new RegExp(pattern, "y");
    sticky.lastIndex = at;
    const found = sticky.exec(source)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  };
  const expect = (character: string): void => {
    if (source.charAt(at) !== character) throw new NotJson(`${character} is missing at ${at}`);
    at += 1;
  };

  const readString = (): string => {
    expect('"');
    let result = "";
    for (;;) {
      // A raw control character is not valid in a string. DEL counts as an ordinary character.
      result += take(/[^"\\\u0000-\u001f]+/) ?? "";
      if (source.charAt(at) === '"') break;
      const escape = take(/\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/);
      if (escape === undefined) throw new NotJson(`a string is broken at ${at}`);
      const short: Record<string, string> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };
      const kind = escape.charAt(1);
      result += kind === "u" ? String.fromCharCode(parseInt(escape.slice(2), 16)) : (short[kind] ?? kind);
    }
    expect('"');
    if (LONE_SURROGATE.test(result)) throw new NotJson("a lone surrogate");
    return result;
  };

  const readNumber = (): Value => {
    const token = take(/-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/);
    if (token === undefined) throw new NotJson(`no value at ${at}`);
    // The token -0 is the float -0.0. Any other token without a fraction and exponent is an integer if it fits.
    if (token !== "-0" && !/[.eE]/.test(token)) {
      const integer = BigInt(token);
      if (integer >= INTEGERS_FROM && integer <= INTEGERS_TO) return integer;
    }
    const float = Number(token);
    if (!Number.isFinite(float)) throw new NotJson("a number is too large");
    return float;
  };

  const readValue = (depth: number): Value => {
    skipSpace();
    const next = source.charAt(at);
    if (next === '"') return readString();
    if (next === "[" || next === "{") {
      if (depth === DEEPEST) throw new NotJson("too deep");
      at += 1;
      const pairs: [string, Value][] = [];
      const end = next === "[" ? "]" : "}";
      skipSpace();
      if (source.charAt(at) === end) {
        at += 1;
        return [];
      }
      for (;;) {
        let key = String(pairs.length);
        if (next === "{") {
          skipSpace();
          key = readString();
          skipSpace();
          expect(":");
        }
        pairs.push([key, readValue(depth + 1)]);
        skipSpace();
        if (source.charAt(at) === end) break;
        expect(",");
      }
      at += 1;
      // A repeated key keeps its first place and takes the last value, which is what a Map does.
      return container(pairs);
    }
    const word = take(/true|false|null/);
    if (word !== undefined) return word === "null" ? null : word === "true";
    return readNumber();
  };

  const value = readValue(0);
  skipSpace();
  if (at < source.length) throw new NotJson(`something follows the value at ${at}`);
  return value;
}

/**
 * Canonical JSON, which is hashed, measured, sent and stored (PROTOCOL 1.8, 1.10). Fails for a value that is nested too
 * deep.
 */
export function writeJson(value: Value, depth = 0): string {
  if (value === null) return "null";
  if (typeof value === "boolean" || typeof value === "bigint") return value.toString();
  if (typeof value === "number") return shortestFloat(value);
  if (typeof value === "string") return writeString(value);
  if (depth === DEEPEST) throw new MachineFailure("nested too deep");
  if (isList(value)) return `[${value.map((one) => writeJson(one, depth + 1)).join(",")}]`;
  if (value.size === 0) return "[]";
  return `{${entries(value)
    .map(([key, one]) => `${writeString(key)}:${writeJson(one, depth + 1)}`)
    .join(",")}}`;
}

const ESCAPES: Record<string, string> = {
  '"': '\\"',
  "\\": "\\\\",
  "/": "\\/",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
};

function writeString(string: string): string {
  let result = "";
  // One UTF-16 code unit at a time: an astral character becomes its surrogate pair.
  for (let index = 0; index < string.length; index += 1) {
    const unit = string.charCodeAt(index);
    const character = string.charAt(index);
    const plain = unit >= 0x20 && unit <= 0x7f;
    result += ESCAPES[character] ?? (plain ? character : `\\u${unit.toString(16).padStart(4, "0")}`);
  }
  return `"${result}"`;
}
