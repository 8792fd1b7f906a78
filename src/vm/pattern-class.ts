import { COSTS, SURCHARGES } from "./work.js";

/** A class, `[…]`, for the linear engine. */
export interface TranslatedClass {
  readonly source: string;
  /** Its number of steps for each character of text. */
  readonly steps: number;
  /** What the second table of costs counts for compiling it. */
  readonly surcharge: number;
}

/** What the rest of the pattern says of a class. */
export interface ClassContext {
  readonly isUnicode: boolean;
  /** Whether case may be ignored: the engine then folds the characters of a range one by one. */
  readonly ignoresCase: boolean;
}

/** White space bytes of the recorded engine. The linear engine's `\s` lacks the vertical tab. */
export const SPACE = "\\t-\\r -\\x20";
const NOT_SPACE = "\\x00-\\x08\\x0e-\\x1f!-\\x{10ffff}";

/** Each class ends with a range or a class, so that a hyphen after it stays a character. */
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["s", SPACE],
  ["S", NOT_SPACE],
  ["h", "\\t \\x{a0}-\\x{a0}"],
  ["v", "\\n-\\r\\x{85}-\\x{85}"],
  ["b", "\\x08"],
  ["e", "\\x1b"],
]);

const UNICODE_ESCAPES: ReadonlyMap<string, string> = new Map([
  ["d", "\\p{Nd}"],
  ["D", "\\P{Nd}"],
  ["w", "\\p{L}_\\p{N}"],
  ["s", `\\p{Z}${SPACE}\\x{85}-\\x{85}`],
]);
/** The class of no character. It can stand wherever another Unicode class can. */
const NOTHING = "\\P{Any}";

const CLASS_PARTS = /^(\[\^?)([^]*)\]$/;
/** The members of a class in their order: a class by name, an escape, or a character. */
const MEMBER =
  /\[:\^?[a-z]+:\]|\\(?:x\{[0-9A-Fa-f]+\}|x[0-9A-Fa-f]{2}|[0-7]{1,3}|[pP](?:\{\^?\w+\}|[A-Z])|[^])|[^]/gu;
const CHARACTER_BY_NUMBER = /^\\(?:x\{?([0-9A-Fa-f]+)\}?|([0-7]+))$/;
/** Those before the letters. */
const CONTROL = /^\\[abefnrt]/;
const NAMED = /^(?:\[:|\\[A-Za-z])/;
/** The engine folds no character outside this range. */
const FOLDED_FROM = 0x41;
const FOLDED_TO = 0x1e943;

/** Translates a class as it is written, with its brackets (PROTOCOL 7.30, 15.8). */
export function translateClass(written: string, context: ClassContext): TranslatedClass {
  const [, open = "[", inner = ""] = CLASS_PARTS.exec(written) ?? [];
  const members = inner.match(MEMBER) ?? [];
  const seen = new Set<string>();
  let unicodeClasses = 0;
  const translated = members.map((member) => {
    const source = translateMember(member, context);
    if (!/\\[pP]/.test(source)) return source;
    unicodeClasses += 1;
    // The engine would sort the ranges of each again.
    if (seen.has(member)) return NOTHING;
    seen.add(member);
    return source;
  });
  const source = `${open}${translated.join("")}]`;
  return {
    source,
    steps: /\\[pP]/.test(source) ? COSTS.unicodeSteps : 1,
    surcharge:
      Math.max(unicodeClasses - 1, 0) * COSTS.unicodeSteps * COSTS.patternStep +
      (context.ignoresCase ? foldedCharacters(members) * SURCHARGES.foldedCharacter : 0),
  };
}

function translateMember(member: string, { isUnicode }: ClassContext): string {
  if (!/^\\[^]$/.test(member)) return member;
  const mark = member.charAt(1);
  return (isUnicode ? UNICODE_ESCAPES.get(mark) : undefined) ?? ESCAPES.get(mark) ?? member;
}

/** An upper bound of the characters whose case the engine looks up. */
function foldedCharacters(members: readonly string[]): number {
  let count = 0;
  for (let index = 0; index < members.length; index += 1) {
    const from = codePointOf(members[index]);
    if (from === null) {
      count += SURCHARGES.namedCharacters;
      continue;
    }
    const to = members[index + 1] === "-" ? codePointOf(members[index + 2]) : null;
    if (to === null) continue;
    count += Math.max(Math.min(to, FOLDED_TO) - Math.max(from, FOLDED_FROM) + 1, 0);
    index += 2;
  }
  return count;
}

/** Null for a class. */
function codePointOf(member = ""): number | null {
  const [, hexadecimal, octal] = CHARACTER_BY_NUMBER.exec(member) ?? [];
  if (hexadecimal !== undefined) return Number.parseInt(hexadecimal, 16);
  if (octal !== undefined) return Number.parseInt(octal, 8);
  if (CONTROL.test(member)) return 0;
  if (NAMED.test(member)) return null;
  return member.codePointAt(member.startsWith("\\") ? 1 : 0) ?? null;
}
