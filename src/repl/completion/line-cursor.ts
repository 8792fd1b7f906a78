interface LineCursor {
  /** The dotted expression that ends at the cursor, or the text since the open quote. */
  readonly word: string;
  /** The open quote, null outside of texts. */
  readonly quote: string | null;
  readonly call: OpenCall | null;
}

export interface OpenCall {
  /** The name as written: `tx.send`. */
  readonly name: string;
  readonly index: number;
  readonly texts: readonly string[];
  /** Whether the cursor is at the name of a member of an object literal. */
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

/** Scans a line up to the cursor as far as completion needs it: texts, brackets, commas and colons. */
export function findLineCursor(line: string): LineCursor {
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
  // An object literal that is itself an argument, not a nested one.
  const isMember = inner?.isMember === true && open.at(-2) === call;
  return { name, index, texts, isMember };
}
