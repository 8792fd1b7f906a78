import { RE2JS, RE2JSException } from "re2js";
import { executionFailure } from "./failure.js";
import { parseDelimited } from "./pattern-delimiters.js";
import { translatePattern } from "./pattern-translate.js";
import type { Run } from "./run.js";

/** A pattern of the linear class, ready to match. */
interface CompiledPattern {
  readonly expression: RE2JS;
  /** How many steps one character of text may take. */
  readonly size: number;
  /** Works on code points; else on bytes, one character each. */
  readonly isUnicode: boolean;
}

/** A pattern that is longer, or that expands to more steps, is outside the class. */
const MAX_PATTERN_LENGTH = 8192;
const MAX_PATTERN_SIZE = 2048;
/** To compile a step takes as long as to work through this many characters. It is charged for kept patterns too. */
const COMPILE_WORK = 512;
/** Characters times steps: what one match may take is counted, so that every node decides the same (PROTOCOL 7). */
const MAX_MATCH_STEPS = 1_048_576;

const MAX_KEPT_PATTERNS = 256;
/** The newest are last; null for what does not match anything. */
const kept = new Map<string, CompiledPattern | null>();

/**
 * Whether a delimited pattern, `/…/flags`, matches somewhere in a text (PROTOCOL 7). False for a malformed pattern and for
 * one outside the linear class. Fails when pattern and text together are too long.
 */
export function matchesPattern(pattern: string, text: string, run: Run): boolean {
  const compiled = recallPattern(pattern);
  run.charge(Math.min(pattern.length, MAX_PATTERN_LENGTH) * COMPILE_WORK);
  if (compiled === null) return false;
  const { expression, size, isUnicode } = compiled;
  const steps = text.length * size;
  if (steps > MAX_MATCH_STEPS) throw executionFailure("The text is too long for its pattern. ");
  run.charge(steps + size * COMPILE_WORK);
  return expression.test(isUnicode ? text : textToBytes(text));
}

/** Whether a pattern can match at all: delimited as it must be, and of the linear class. */
export function isPatternLinear(pattern: string): boolean {
  return recallPattern(pattern) !== null;
}

/** The text's UTF-8 bytes as one character each. */
function textToBytes(text: string): string {
  // Text that is ASCII is its own bytes, and most is.
  return /^[\0-\x7f]*$/.test(text) ? text : Buffer.from(text, "utf8").toString("latin1");
}

function recallPattern(pattern: string): CompiledPattern | null {
  if (pattern.length > MAX_PATTERN_LENGTH) return null;
  const known = kept.get(pattern);
  if (known !== undefined) return known;
  const compiled = compilePattern(pattern);
  const oldest = kept.keys().next();
  if (kept.size >= MAX_KEPT_PATTERNS && oldest.done !== true) kept.delete(oldest.value);
  kept.set(pattern, compiled);
  return compiled;
}

function compilePattern(pattern: string): CompiledPattern | null {
  const delimited = parseDelimited(pattern);
  if (delimited === null) return null;
  const isUnicode = delimited.flags.includes("u");
  const body = isUnicode ? delimited.body : textToBytes(delimited.body);
  const translated = translatePattern(body, delimited.flags);
  if (translated === null || translated.size > MAX_PATTERN_SIZE) return null;
  try {
    return { expression: RE2JS.compile(translated.source), size: translated.size, isUnicode };
  } catch (error) {
    if (error instanceof RE2JSException) return null;
    throw error;
  }
}
