import { parse, type Program } from "acorn";

/** What was typed so far: a program, or the beginning of one. */
export type Parsed =
  | { readonly isComplete: false }
  | { readonly isComplete: true; readonly text: string; readonly program: Program };

const UNFINISHED: Parsed = { isComplete: false };

/**
 * Reads JavaScript in which everything may await and import. Throws acorn's `SyntaxError`, with `loc`, for what no
 * further line could mend.
 */
export function parseSource(source: string): Parsed {
  // A brace begins an object at a prompt, and a block anywhere else.
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

/** `end` is where the source ends in the text. */
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

/** The parser stumbled over the end, or over something that may be closed on a later line. */
function isUnfinished(error: SyntaxError & { readonly pos?: number }, end: number): boolean {
  return /^Unterminated (?:template|comment)/.test(error.message) || (error.pos ?? 0) >= end;
}
