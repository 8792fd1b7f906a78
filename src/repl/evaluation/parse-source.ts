import { parse, type Program } from "acorn";

/** A parsed source: a program, or the beginning of one. */
export type Parsed =
  | { readonly isComplete: false }
  | { readonly isComplete: true; readonly text: string; readonly program: Program };

const UNFINISHED: Parsed = { isComplete: false };

/**
 * Parses JavaScript in which await and import are allowed everywhere. Throws acorn's `SyntaxError`, with `loc`, for
 * an error that no further line can fix.
 */
export function parseSource(source: string): Parsed {
  // At a prompt an opening brace begins an object, elsewhere a block.
  const isObject = /^\s*\{/.test(source) && !/;\s*$/.test(source);
  if (isObject) {
    try {
      return parseText(`(${source}\n)`, source.length + 1);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
  return parseText(`${source}\n`, source.length);
}

/** `end` is the position in the text where the source ends. */
function parseText(text: string, end: number): Parsed {
  try {
    const program = parse(text, {
      ecmaVersion: "latest",
      allowAwaitOutsideFunction: true,
      allowImportExportEverywhere: true,
      allowHashBang: true,
      locations: true,
    });
    return { isComplete: true, text, program };
  } catch (error) {
    if (error instanceof SyntaxError && isUnfinished(error, end)) return UNFINISHED;
    throw error;
  }
}

/** Whether the error is at the end, or in something that a later line may close. */
function isUnfinished(error: SyntaxError & { readonly pos?: number }, end: number): boolean {
  return /^Unterminated (?:template|comment)/.test(error.message) || (error.pos ?? 0) >= end;
}
