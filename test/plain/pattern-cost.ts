/**
 * What the second table of costs counts for compiling a pattern (PROTOCOL 15.8, 16.9, docs/work-limit.md), for a
 * well-formed body between its delimiters.
 */

const UNICODE_CLASS = 16 * 4096;
const FOLDED_CHARACTER = 32;
const NAMED_CLASS = 128;
const [FIRST_FOLDED, LAST_FOLDED] = [0x41, 0x1e943];

/** A member of a class: a class of its own, or a character. */
type Member =
  { readonly class: "unicode" | "other" } | { readonly character: number; readonly isHyphen: boolean };

export function patternSurcharge(body: string, flags: string): number {
  const foldsCase = flags.includes("i") || /\(\?[imsU-]*i/.test(body);
  let sum = 0;
  for (const members of classesOf(body, flags.includes("u"))) {
    const unicode = members.filter((member) => "class" in member && member.class === "unicode").length;
    sum += Math.max(unicode - 1, 0) * UNICODE_CLASS;
    if (foldsCase) sum += foldedIn(members) * FOLDED_CHARACTER;
  }
  return sum;
}

function foldedIn(members: readonly Member[]): number {
  let characters = 0;
  let at = 0;
  while (at < members.length) {
    const [first, hyphen, last] = members.slice(at, at + 3);
    const isRange =
      first !== undefined &&
      "character" in first &&
      hyphen !== undefined &&
      "character" in hyphen &&
      hyphen.isHyphen &&
      last !== undefined &&
      "character" in last;
    if (first !== undefined && "class" in first) characters += NAMED_CLASS;
    if (isRange) {
      for (const [low, high] of [[first.character, last.character] as const])
        characters += Math.max(0, Math.min(high, LAST_FOLDED) - Math.max(low, FIRST_FOLDED) + 1);
    }
    at += isRange ? 3 : 1;
  }
  return characters;
}

/** The members of each class `[…]` of a pattern. */
function classesOf(body: string, isUnicode: boolean): readonly (readonly Member[])[] {
  const classes: Member[][] = [];
  let at = 0;
  while (at < body.length) {
    if (body[at] === "\\") at += 2;
    else if (body[at] !== "[") at += 1;
    else {
      at += body[at + 1] === "^" ? 2 : 1;
      const members: Member[] = [];
      for (let isFirst = true; isFirst || body[at] !== "]"; isFirst = false) {
        const text = memberAt(body, at);
        members.push(memberOf(text, isUnicode));
        at += text.length;
      }
      at += 1;
      classes.push(members);
    }
  }
  return classes;
}

function memberAt(body: string, at: number): string {
  const rest = body.slice(at);
  const posix = /^\[:\^?[a-z]+:\]/.exec(rest);
  const escape =
    /^\\(x\{[0-9A-Fa-f]+\}|x[0-9A-Fa-f][0-9A-Fa-f]|[0-7][0-7]?[0-7]?|[pP]\{\^?\w+\}|[pP][A-Z]|.)/su.exec(
      rest,
    );
  return posix?.[0] ?? escape?.[0] ?? String.fromCodePoint(rest.codePointAt(0) ?? 0);
}

function memberOf(text: string, isUnicode: boolean): Member {
  const character = (code: number): Member => ({ character: code, isHyphen: text === "-" });
  if (text.startsWith("[:")) return { class: "other" };
  if (!text.startsWith("\\")) return character(text.codePointAt(0) ?? 0);
  const mark = text.charAt(1);
  if (/^[0-7]/.test(mark)) return character(parseInt(text.slice(1), 8));
  if (/^\\x.*[0-9A-Fa-f]/.test(text)) return character(parseInt(text.replace(/[^0-9A-Fa-f]/g, ""), 16));
  if (/[pP]/.test(mark) || (isUnicode && /[dDws]/.test(mark))) return { class: "unicode" };
  // Controls are below all letters.
  if (/[abefnrt]/.test(mark)) return character(0);
  return /[A-Za-z]/.test(mark) ? { class: "other" } : character(text.codePointAt(1) ?? 0);
}
