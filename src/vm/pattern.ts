import { RE2JS, RE2JSException } from "re2js";
import { parseDelimited } from "./pattern-delimiters.js";
import { translatePattern } from "./pattern-translate.js";
import type { Run } from "./run.js";
import { COSTS } from "./work.js";

/** A compiled pattern. */
interface CompiledPattern {
  /** Null for a pattern that never matches. */
  readonly expression: RE2JS | null;
  /** The maximum number of steps for each character of text; 0 for a pattern refused before it is compiled. */
  readonly size: number;
  /** Whether it matches code points. Otherwise it matches bytes, each as one character. */
  readonly isUnicode: boolean;
}

/** A pattern that is longer, in UTF-16 units, or has more steps never matches (docs/work-limit.md). */
export const MAX_PATTERN_LENGTH = 8192;
export const MAX_PATTERN_SIZE = 2048;
const MAX_KEPT_PATTERNS = 256;
/** Compiled patterns, the newest last. */
const kept = new Map<string, CompiledPattern>();

const NEVER_MATCHES: CompiledPattern = { expression: null, size: 0, isUnicode: false };

/**
 * Whether a delimited pattern, `/…/flags`, matches somewhere in a text (PROTOCOL 7.30). False for a malformed pattern
 * and for one outside the linear class (PROTOCOL 14.5). The work is charged before it is done.
 */
export function matchesPattern(pattern: string, text: string, run: Run): boolean {
  run.charge(Math.min(pattern.length, MAX_PATTERN_LENGTH) * COSTS.patternCharacter);
  const { expression, size, isUnicode } = recallPattern(pattern, (steps) =>
    run.charge(steps * COSTS.patternStep),
  );
  if (expression === null) return false;
  run.charge(text.length * size * COSTS.matchStep);
  return expression.test(isUnicode ? text : textToBytes(text));
}

/** Whether a pattern can match at all: it is well-formed and in the linear class. */
export function isPatternLinear(pattern: string): boolean {
  return recallPattern(pattern, () => undefined).expression !== null;
}

/** The text's UTF-8 bytes as one character each. */
function textToBytes(text: string): string {
  // Most text is ASCII, which is its own bytes.
  return /^[\0-\x7f]*$/.test(text) ? text : Buffer.from(text, "utf8").toString("latin1");
}

/** @param charge receives the pattern's number of steps before it is compiled, and also when it is in the cache. */
function recallPattern(pattern: string, charge: (steps: number) => void): CompiledPattern {
  if (pattern.length > MAX_PATTERN_LENGTH) return NEVER_MATCHES;
  const known = kept.get(pattern);
  if (known !== undefined) {
    charge(known.size);
    return known;
  }
  const compiled = compilePattern(pattern, charge);
  const oldest = kept.keys().next();
  if (kept.size >= MAX_KEPT_PATTERNS && oldest.done !== true) kept.delete(oldest.value);
  kept.set(pattern, compiled);
  return compiled;
}

function compilePattern(pattern: string, charge: (steps: number) => void): CompiledPattern {
  const delimited = parseDelimited(pattern);
  if (delimited === null) return NEVER_MATCHES;
  const isUnicode = delimited.flags.includes("u");
  const body = isUnicode ? delimited.body : textToBytes(delimited.body);
  const translated = translatePattern(body, delimited.flags);
  if (translated === null || translated.size > MAX_PATTERN_SIZE) return NEVER_MATCHES;
  const { source, size } = translated;
  charge(size);
  return { expression: compileSource(source), size, isUnicode };
}

function compileSource(source: string): RE2JS | null {
  try {
    return RE2JS.compile(source);
  } catch (error) {
    if (error instanceof RE2JSException) return null;
    throw error;
  }
}
