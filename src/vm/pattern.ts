import { LRUCache } from "lru-cache";
import { RE2JS, RE2JSException } from "re2js";
import { detached } from "../codec/text.js";
import { translatePattern, unknownPart } from "./pattern-translate.js";
import type { Run } from "./run.js";
import { COSTS } from "./work.js";

interface CompiledPattern {
  /** Null for a pattern that never matches. */
  readonly expression: RE2JS | null;
  /** The maximum number of steps for each character of text; 0 for a pattern refused before it is compiled. */
  readonly size: number;
  /** What the second table of costs counts for compiling it, beside its steps. */
  readonly surcharge: number;
  /** Whether it matches code points. Otherwise it matches bytes, each as one character. */
  readonly isUnicode: boolean;
}

/** A pattern that is longer, in UTF-16 units, or has more steps never matches (docs/work-limit.md). */
export const MAX_PATTERN_LENGTH = 8192;
export const MAX_PATTERN_SIZE = 2048;
/** The most bytes of compiled patterns in a thread. A process runs the machine in at most eight. */
export const KEPT_PATTERN_BYTES = 1_048_576;
const kept = new LRUCache<string, CompiledPattern>({
  maxSize: KEPT_PATTERN_BYTES,
  sizeCalculation: keptBytes,
});

/** The bytes of the compiled patterns that this thread keeps. */
export function keptPatternBytes(): number {
  return kept.calculatedSize;
}

const NEVER_MATCHES: CompiledPattern = { expression: null, size: 0, surcharge: 0, isUnicode: false };

type Counter = Pick<Run, "charge" | "surcharge">;
const UNCOUNTED: Counter = { charge: () => undefined, surcharge: () => undefined };

/**
 * Whether a delimited pattern, `/…/flags`, matches somewhere in a text (PROTOCOL 7.30). False for a malformed pattern
 * and for one outside the linear class (PROTOCOL 14.5). The work is charged before it is done.
 */
export function matchesPattern(pattern: string, text: string, run: Counter): boolean {
  run.charge(Math.min(pattern.length, MAX_PATTERN_LENGTH) * COSTS.patternCharacter);
  const { expression, size, isUnicode } = recallPattern(pattern, run);
  if (expression === null) return false;
  run.charge(text.length * size * COSTS.matchStep);
  // `test` would keep an automaton of up to 8 MiB with the pattern. With captures, nothing outlives the call.
  return expression.matcher(isUnicode ? text : textToBytes(text)).find();
}

/** Like `matchesPattern`, for tools: no call is charged. */
export function wouldMatch(pattern: string, text: string): boolean {
  return matchesPattern(pattern, text, UNCOUNTED);
}

/** Why a pattern never matches, as the end of a sentence; null when it is well-formed and in the linear class. */
export function patternFault(pattern: string): string | null {
  if (recallPattern(pattern, UNCOUNTED).expression !== null) return null;
  if (pattern.length > MAX_PATTERN_LENGTH) return `it has more than ${MAX_PATTERN_LENGTH} characters`;
  const delimited = parseDelimited(pattern);
  if (delimited === null) return "it is not written as /…/ with known flags behind it";
  const { body, flags } = delimited;
  const part = unknownPart(body, flags);
  if (part !== null) return `it has ${part}`;
  const translated = translatePattern(flags.includes("u") ? body : textToBytes(body), flags);
  if (translated !== null && translated.size > MAX_PATTERN_SIZE)
    return `it has ${translated.size} steps with its repetitions, and ${MAX_PATTERN_SIZE} are the most`;
  return "its groups or repetitions are malformed, or a repetition is possessive";
}

/** The text's UTF-8 bytes as one character each. */
function textToBytes(text: string): string {
  // Most text is ASCII, which is its own bytes.
  return /^[\0-\x7f]*$/.test(text) ? text : Buffer.from(text, "utf8").toString("latin1");
}

/** Charges for compiling before it is done, and also when the pattern is kept: the work must not depend on what is. */
function recallPattern(pattern: string, counter: Counter): CompiledPattern {
  if (pattern.length > MAX_PATTERN_LENGTH) return NEVER_MATCHES;
  const known = kept.get(pattern);
  if (known !== undefined) {
    chargeCompiling(known, counter);
    return known;
  }
  const compiled = compilePattern(pattern, counter);
  kept.set(detached(pattern), compiled);
  return compiled;
}

/** Measured upper bounds, in bytes: of an instruction, a character of the pattern and a class of Unicode, which has a table. */
const INSTRUCTION_BYTES = 512;
const CHARACTER_BYTES = 64;
const UNICODE_CLASS_BYTES = 8192;

/** At least the bytes that a compiled pattern keeps. */
function keptBytes({ expression }: CompiledPattern, pattern: string): number {
  const unicodeClasses = expression?.pattern().match(/\\[pP]/g)?.length ?? 0;
  return (
    (1 + (expression?.programSize() ?? 0)) * INSTRUCTION_BYTES +
    pattern.length * CHARACTER_BYTES +
    unicodeClasses * UNICODE_CLASS_BYTES
  );
}

function compilePattern(pattern: string, counter: Counter): CompiledPattern {
  const delimited = parseDelimited(pattern);
  if (delimited === null) return NEVER_MATCHES;
  const isUnicode = delimited.flags.includes("u");
  const body = isUnicode ? delimited.body : textToBytes(delimited.body);
  const translated = translatePattern(body, delimited.flags);
  if (translated === null || translated.size > MAX_PATTERN_SIZE) return NEVER_MATCHES;
  const { source, size, surcharge, isClosed } = translated;
  chargeCompiling(translated, counter);
  return { expression: isClosed ? compileSource(source) : null, size, surcharge, isUnicode };
}

function chargeCompiling(
  { size, surcharge }: Pick<CompiledPattern, "size" | "surcharge">,
  counter: Counter,
): void {
  counter.charge(size * COSTS.patternStep);
  counter.surcharge(surcharge);
}

function compileSource(source: string): RE2JS | null {
  try {
    // In a group, or re2js makes a table for each start anchor that grows with the square of the pattern.
    return RE2JS.compile(`(${source})`);
  } catch (error) {
    if (error instanceof RE2JSException) return null;
    throw error;
  }
}

/** The parts of a delimited pattern, `/body/flags`. */
interface DelimitedPattern {
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
function parseDelimited(pattern: string): DelimitedPattern | null {
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
