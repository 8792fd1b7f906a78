/** The rules of docs/protocol, and where sources and tests cite them. */

/** A rule's number, `7.12`, or a page's, `7`. */
export type Reference = string;

export interface Rule {
  readonly reference: Reference;
  /** The page's file name. */
  readonly page: string;
  /** Its first line, without the number. */
  readonly text: string;
}

export interface Citation {
  readonly reference: Reference;
  readonly line: number;
}

const PAGE = /^(\d{2})-[a-z0-9-]+\.md$/;
const RULE = /^\*\*(\d+\.\d+)\*\* (.*)$/gm;
/** `PROTOCOL 7`, `PROTOCOL 7.12`, `PROTOCOL 2.7, 8.4 and 8.5`, `PROTOCOL 8–10`. */
const CITATION = /\bPROTOCOL ((?:\d+(?:\.\d+)?)(?:(?:, | and |–)\d+(?:\.\d+)?)*)/g;

/** The rules of the pages, given by file name, in the order of the pages. */
export function rulesOf(pages: ReadonlyMap<string, string>): readonly Rule[] {
  return [...pages].flatMap(([page, text]) =>
    Array.from(text.matchAll(RULE), ([, reference = "", first = ""]) => ({ reference, page, text: first })),
  );
}

/** The numbers of the pages, given by file name. */
export function pageNumbersOf(pages: ReadonlyMap<string, string>): readonly Reference[] {
  return [...pages.keys()].flatMap((page) => {
    const number = PAGE.exec(page)?.[1];
    return number === undefined ? [] : [String(Number(number))];
  });
}

/** The citations of a source, in order. A range of pages cites each page. */
export function citationsOf(source: string): readonly Citation[] {
  // A citation may continue on the next line of a comment.
  const text = source.replace(/\bPROTOCOL\n\s*(?:\*|\/\/)? ?(?=\d)/g, "PROTOCOL ");
  return Array.from(text.matchAll(CITATION)).flatMap(({ 1: list = "", index }) => {
    const line = text.slice(0, index).split("\n").length;
    return referencesIn(list).map((reference) => ({ reference, line }));
  });
}

function referencesIn(list: string): readonly Reference[] {
  return list.split(/, | and /).flatMap((item) => {
    const [from = "", to] = item.split("–");
    if (to === undefined) return [from];
    const [first, last] = [Number(from), Number(to)];
    return Array.from({ length: last - first + 1 }, (_, index) => String(first + index));
  });
}
