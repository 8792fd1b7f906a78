import { parse, type Program } from "acorn";

type Parsed =
  | { readonly isComplete: false }
  | { readonly isComplete: true; readonly text: string; readonly program: Program };

const UNFINISHED: Parsed = { isComplete: false };

/** Parses JavaScript with await and import everywhere. Throws acorn's `SyntaxError` for a final error. */
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

/**
 * Counts the brackets of a text that grows line by line, each line once, also those in texts and comments. It defers
 * the parser while more lines are waiting, because parsing again for each line takes quadratic time.
 */
export class OpenBrackets {
  #counted = 0;
  #open = 0;

  /** Whether a source, the last one with more at its end or a new one, opens more brackets than it closes. */
  isOpen(source: string): boolean {
    if (source.length < this.#counted) {
      this.#counted = 0;
      this.#open = 0;
    }
    for (const [bracket] of source.slice(this.#counted).matchAll(/[()[\]{}]/g)) {
      this.#open += "([{".includes(bracket) ? 1 : -1;
    }
    this.#counted = source.length;
    return this.#open > 0;
  }

  reset(): void {
    this.#counted = 0;
    this.#open = 0;
  }
}
