/** The values of random programs: edge cases of the operators, in the form that JSON text has. */
import { readJson, writeJson } from "../plain/json.js";
import type { Value } from "../plain/value.js";
import type { Chance } from "./chance.js";

export const PUBLIC_KEY = "bbcb4135a120fa949e5e00a638136877cf618342f6e2d00da7c3340d4f0b59c4";
export const OTHER_PUBLIC_KEY = "cf76238ca7d776e66ecd19c893781c47d1ca9c6267719c0e580dce5b2cd619cb";
/** The signature of `hello` by the first key. */
const SIGNATURE =
  "9c64278b3c04e2f3b0f7560bd19cccb00e4d6f3d8fb68e290a7621e32d35eb6a661782e2761fe33381114013c1801eae131954d97c8f264b23e82becd019ee01";

const DECIMAL_TEXTS = [
  ..."0 -0 00 1 -1 2 +5 007 5 10 100 .5 1. -.5 +.5 -0.50 0.00 -0.00 1.50 1.5 1.05 0.1 3.333333333333".split(
    " ",
  ),
  ..."9007199254740991 9007199254740992 9007199254740993 9007199254740992.0 9223372036854775807".split(" "),
  ..."9223372036854775808 9223372036854775809 -9223372036854775808 -9223372036854775809".split(" "),
  ..."18446744073709551615 18446744073709551616 18446744073709551616.0 99999999999999999999.9".split(" "),
  ..."123456789012345678901234567890.123456789012345678901234567890 0.0000000000000000000000000001".split(
    " ",
  ),
];

/** Numeric text that is not decimal text. It makes an operator fail (PROTOCOL 7.18). */
const FOREIGN_NUMBERS = [
  ..."1e3 1E3 1.5e3 1e-5 -1e1 0e5 0e0 1e0 .5e1 1e400 -1e400 1e-400".split(" "),
  " 1",
  "1 ",
  "\u000b1",
  "1\n",
  "\t-1.5\r",
];

/** Text that is not numeric, though it may look like a number. */
const NO_NUMBERS = [
  ..."0x1A 1_000 1,5 1..2 1.2.3 . - + +-1 1abc abc inf nan ١ １ 1٫5 1e 1e+ e5".split(" "),
  " ",
  "\u00a01",
  "1\u0000",
  "- 1",
  "1 2",
];

const TEXTS = [
  ..."a b A ab abc é É 한글 😀 ÿ    / \\ // \" ' __proto__ constructor toString length hasOwnProperty".split(
    " ",
  ),
  ..."from hash size version timestamp p key inj list map opt req type nul amount nope x y true false null".split(
    " ",
  ),
  "",
  "\u0000",
  "\u001f",
  "\u007f",
  "\u0080",
  "\ue000",
  "\uffff",
  "\b\f\n\r\t",
  "a\n",
  "\n",
  "aa\nbb",
  "ba",
  ..."hello 00 01 ab ab00 AB 0000".split(" "),
];

const JSON_TEXTS = [
  ...'[] {} null true false 5 1.5 -0 "s" bad [1,2] [1.0,1e2,-0] [1.5,-0.0,1e17,1e25] {"a":1,"a":2}'.split(
    " ",
  ),
  ...'{"0":"x","1":"y"} {"1":1,"0":0} {"$add":["1","2"]} [{"$write_universal":["a","00","x"]}]'.split(" "),
  ...'{"$response":["x"]} {"a":{"b":[[],{}]}} {"a":1,} [1,] [01] [+1] [.5] [1.] [1e400] ["\\ud800"] ["\\u00e9"]'.split(
    " ",
  ),
  "",
  " ",
  " {} ",
  "[1] x",
  '["\t"]',
  '{"":1}',
  '{"__proto__":{"x":1}}',
  "[9223372036854775808]",
  "['a']",
  "\ufeff[]",
  "[".repeat(400) + "]".repeat(400),
  "[".repeat(513) + "]".repeat(513),
  '["\\u0000\\/"]',
  "[nul]",
  "[--1]",
  "[1e5]",
];

const PATTERNS = [
  "/a/",
  "/^a$/",
  "/^a+$/i",
  "/A/i",
  "/É/iu",
  "/é/",
  "/^.$/",
  "/^.$/u",
  "/^..$/",
  "/a.b/s",
  "/^b/m",
  "/a$/m",
  "/$/D",
  "/^a$/D",
  "{a}",
  "(a)",
  "[a]",
  "<a>",
  "#a#",
  "~^\\p{L}+$~u",
  "/[/",
  "/a",
  "a",
  "",
  "//",
  "/a/e",
  "/a/x",
  "/ a # c\n/x",
  "/(a+)+$/",
  "/\\d+/",
  "/^\\w+$/",
  "/\\s/",
  "/[\\s]/",
  "/\\S/",
  "/[^\\s]/",
  "/\\x61/",
  "/[\\x80-\\xff]/",
  "/(?=a)/",
  "/(a)\\1/",
  "/a{2}/",
  "/a{2/",
  "/a{1,2}b?/",
  "/^(?:ab|a)*$/",
  "/[[:alpha:]]+/",
  "/[^[:digit:]]/",
  "/[]a]/",
  "/[^]a]/",
  "/\\Aa\\z/",
  "/a\\Z/",
  "/^[A-Za-z_0-9]+$/",
  " /a/",
  "/a/ ",
  "/a/\n",
  "/a/imsxu",
  "/a|/",
  "/*/",
  "/a\\/b/",
  "/[/]/",
  "/\\Q.\\E/",
  "/a+?/U",
  "/^a/A",
  "/b/A",
  "\\a\\",
  "/a/ii",
  "/[a-/",
  "/(/",
  "/)/",
  "{a{2}}",
  "/\u0000/",
  "/[\\d-z]/",
];

/** Numbers in canonical JSON, where a whole float below 1e17 is an integer (PROTOCOL 1.10). */
const NUMBERS = [
  ..."0 1 -1 2 3 5 10 11 12 100 -12 1000000 9007199254740993 -9007199254740993 9223372036854775807".split(
    " ",
  ),
  ..."-9223372036854775808 1234567890123456 99999999999999999 100000000000000".split(" "),
  ..."-0 0.1 0.5 1.5 -1.5 2.9 0.30000000000000004 0.0001 1.0e-5 1.0e-7 5.0e-324 12345678901234.5".split(" "),
  ..."99999999999999.5 100000000000000.5 123456789.12345678 0.00012345678901234567 9.223372036854776e+18".split(
    " ",
  ),
  ..."-9.223372036854776e+18 1.8446744073709552e+19 1.0e+17 1.2345678901234568e+17 1.0e+25 1.0e+300".split(
    " ",
  ),
  "1.7976931348623157e+308",
];

/**
 * Different texts of the same floats: integers at and beyond 64 bits, and texts with a point or an exponent
 * (PROTOCOL 7.21).
 */
const LARGE_TEXTS = [
  ..."9223372036854775807 9223372036854775808 9223372036854775809 9223372036854775808.0 9.223372036854775808e18".split(
    " ",
  ),
  ..."18446744073709551616 18446744073709551617 +18446744073709551616 18446744073709551616.0".split(" "),
  ..."-9223372036854775808 -9223372036854775809 1e400 2e400".split(" "),
];

export const anyLargeText = (chance: Chance): string => chance.pick(LARGE_TEXTS);

export function anyNumber(chance: Chance): Value {
  if (chance.happens(0.1))
    return BigInt.asIntN(64, BigInt(chance.below(2 ** 32)) << BigInt(chance.below(40)));
  if (chance.happens(0.1)) return canonical((chance.next() - 0.5) * 10 ** (chance.below(50) - 20));
  return readJson(chance.pick(NUMBERS));
}

export function anyNumberText(chance: Chance): string {
  if (chance.happens(0.7)) return chance.pick(DECIMAL_TEXTS);
  if (chance.happens(0.5)) return chance.pick(chance.happens(0.3) ? FOREIGN_NUMBERS : NO_NUMBERS);
  const digits = (most: number): string => chance.several(0, most, () => chance.below(10)).join("");
  return (
    chance.pick(["", "", "-", "+"]) +
    digits(chance.pick([3, 20, 40])) +
    chance.pick(["", ".", "."]) +
    digits(12)
  );
}

/** A decimal in one of its forms, which does not make an operator fail. */
export function anyDecimal(chance: Chance): Value {
  const digits = (least: number): string =>
    chance.several(least, chance.pick([2, 18, 30]), () => chance.below(10)).join("");
  const sign = chance.pick(["", "", "-", "+"]);
  if (chance.happens(0.3)) return BigInt(chance.below(2_000) - 1_000);
  if (chance.happens(0.1)) return chance.pick([0.1, 1.5, -2.25, 12_345.678]);
  return sign + digits(1) + chance.pick(["", `.${digits(1)}`, `.${digits(0)}`]);
}

export function anyText(chance: Chance): string {
  if (chance.happens(0.2)) return anyNumberText(chance);
  if (chance.happens(0.1)) return chance.pick(JSON_TEXTS);
  return chance.pick(TEXTS);
}

export const anyJsonText = (chance: Chance): string => chance.pick(JSON_TEXTS);
export const anyPattern = (chance: Chance): string => chance.pick(PATTERNS);

export function anySignatureArguments(chance: Chance): Value[] {
  const key = chance.pick([
    PUBLIC_KEY,
    PUBLIC_KEY,
    OTHER_PUBLIC_KEY,
    "0".repeat(64),
    "BB",
    null,
    PUBLIC_KEY.toUpperCase(),
  ]);
  const signature = chance.pick([
    SIGNATURE,
    SIGNATURE,
    SIGNATURE.toUpperCase(),
    "0".repeat(128),
    "z".repeat(128),
    "é".repeat(64),
    "00",
    "",
    null,
    5n,
  ]);
  return [chance.pick(["hello", "hellx", 5n]), key, signature];
}

/** A value of any kind without calls in it. */
export function anyValue(chance: Chance, depth: number): Value {
  switch (chance.below(depth > 0 ? 9 : 6)) {
    case 0:
      return null;
    case 1:
      return chance.happens(0.5);
    case 2:
      return anyNumber(chance);
    case 3:
      return anyNumberText(chance);
    case 4:
    case 5:
      return anyText(chance);
    case 6:
    case 7:
      return chance.several(0, 3, () => anyValue(chance, depth - 1));
    default:
      return canonical(
        new Map(chance.several(0, 3, (index) => [anyKey(chance, index), anyValue(chance, depth - 1)])),
      );
  }
}

/** A key of a map: positions in any order, and names that are special in JavaScript. */
export function anyKey(chance: Chance, index: number): string {
  if (chance.happens(0.4)) return String(index);
  const keys = "0 1 2 3 00 01 -0 -1 1.5 a b k x __proto__ constructor toString length $ $add $Add $foo";
  return chance.pick(["", " ", "$ add", "é", "9007199254740993", ...keys.split(" ")]);
}

/** The value after a round trip through JSON text. */
export function canonical(value: Value): Value {
  return readJson(writeJson(value));
}
