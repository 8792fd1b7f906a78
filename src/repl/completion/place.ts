/** Where in a line the cursor stands, for what may follow there. */
export interface Place {
  /** The expression with dots that ends at the cursor, or the text since the quote. */
  readonly word: string;
  /** The quote that is open, null outside of texts. */
  readonly quote: string | null;
  /** The innermost call that is open, null when none is. */
  readonly call: OpenCall | null;
}

export interface OpenCall {
  /** As it is written: `tx.send`. */
  readonly name: string;
  /** From 0. */
  readonly index: number;
  /** The texts among the arguments before this one. */
  readonly texts: readonly string[];
  /** Whether the cursor stands where a member of an object literal is named. */
  readonly isMember: boolean;
}

interface Bracket {
  readonly kind: string;
  readonly name: string;
  index: number;
  readonly texts: string[];
  isMember: boolean;
}

const CALLEE = /[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*$/;

/** Reads a line up to the cursor, as far as completion needs it: texts, brackets, commas and colons. */
export function findPlace(line: string): Place {
  const open: Bracket[] = [];
  let quote: string | null = null;
  let start = 0;
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at] as string;
    const inner = open.at(-1);
    if (quote !== null) {
      if (character === "\\") at += 1;
      else if (character === quote) {
        inner?.texts.push(line.slice(start, at));
        quote = null;
      }
    } else if (/["'`]/.test(character)) {
      quote = character;
      start = at + 1;
    } else if (/[([{]/.test(character)) {
      const name = character === "(" ? (CALLEE.exec(line.slice(0, at))?.[0] ?? "") : "";
      open.push({ kind: character, name, index: 0, texts: [], isMember: character === "{" });
    } else if (/[)\]}]/.test(character)) open.pop();
    else if (inner !== undefined && character === ",") {
      inner.index += 1;
      inner.isMember = inner.kind === "{";
    } else if (inner !== undefined && character === ":") inner.isMember = false;
  }
  const word = quote === null ? (/[\w$.]*$/.exec(line)?.[0] ?? "") : line.slice(start);
  return { word, quote, call: openCall(open) };
}

function openCall(open: readonly Bracket[]): OpenCall | null {
  const call = open.findLast(({ kind }) => kind === "(");
  if (call === undefined) return null;
  const { name, index, texts } = call;
  const inner = open.at(-1);
  // An object literal right in the call, and no deeper one.
  const isMember = inner?.isMember === true && open.at(-2) === call;
  return { name, index, texts, isMember };
}
