import { SPACE, translateClass } from "./pattern-class.js";
import { COSTS } from "./work.js";

/** A pattern for the linear engine and its number of steps for each character of text. */
export interface TranslatedPattern {
  readonly source: string;
  readonly size: number;
  /** What the second table of costs counts for compiling it, beside its steps. */
  readonly surcharge: number;
  /** Whether every group ends. The engine finds out only after it has parsed all of them. */
  readonly isClosed: boolean;
}

const END = "(?:\\n?\\z)";

/** Escapes outside classes that the linear engine spells differently or does not have. */
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["s", `[${SPACE}]`],
  ["S", `[^${SPACE}]`],
  ["h", "[\\t \\x{a0}]"],
  ["H", "[^\\t \\x{a0}]"],
  ["v", "[\\n-\\r\\x{85}]"],
  ["V", "[^\\n-\\r\\x{85}]"],
  ["R", "(?:\\r\\n|[\\n-\\r\\x{85}])"],
  ["N", "[^\\n]"],
  ["Z", END],
  ["G", "\\A"],
  ["e", "\\x1b"],
]);

/** Classes of the flag `u`. */
const UNICODE_ESCAPES: ReadonlyMap<string, string> = new Map([
  ["d", "\\p{Nd}"],
  ["D", "\\P{Nd}"],
  ["w", "[\\p{L}\\p{N}_]"],
  ["W", "[^\\p{L}\\p{N}_]"],
  ["s", `[\\p{Z}${SPACE}\\x{85}]`],
  ["S", `[^\\p{Z}${SPACE}\\x{85}]`],
]);

/** Escapes that need no translation: classes, positions, characters by number, and escaped punctuation. */
const KNOWN_ESCAPE =
  /^\\(?:x\{[0-9A-Fa-f]+\}|x[0-9A-Fa-f]{2}|[0-3]?[0-7]{2}|0|[pP](?:\{\^?\w+\}|[A-Z])|[dDwWbBAzafnrt]|[^A-Za-z0-9])/;
const CLASS = /^\[\^?\]?(?:\[:\^?[a-z]+:\]|\\[^]|[^\]\\])*\]/;
const QUANTIFIER = /^(?:\{(\d+)(?:,(\d*))?\}|[*+?])\??/;
const GROUP_NAME = /^\(\?P?<(\w+)>/;
const FLAG_GROUP = /^\(\?[imsU]*(?:-[imsU]+)?[:)]/;

/**
 * Translates a pattern's body for the linear engine (PROTOCOL 7.30, 14.5). Null for what that engine cannot do
 * (backreferences, lookaround, possessive quantifiers, recursion) and for unknown escapes.
 */
export function translatePattern(body: string, flags: string): TranslatedPattern | null {
  return new Translator(body, flags).translate();
}

/** What the linear engine cannot do or does not know, by how it begins (PROTOCOL 14.5). */
const UNKNOWN_PARTS: readonly (readonly [begins: RegExp, name: string])[] = [
  [/^\(\?[=!]/, "a lookahead"],
  [/^\(\?<[=!]/, "a lookbehind"],
  [/^\(\?>/, "an atomic group"],
  [/^\(\?\(/, "a conditional group"],
  [/^\(\?(?:R|[+-]?\d|&|P>)/, "a recursion"],
  [/^\(\?P=|^\\(?:[1-9]|g|k)/, "a back reference"],
  [/^\(\?/, "an unknown kind of group"],
  [/^\\/, "an unknown escape"],
  [/^\[/, "a class without its closing bracket"],
];
const SHOWN_PART = 8;

/** Names the part for which `translatePattern` returns null, with its first characters; null for a pattern without one. */
export function unknownPart(body: string, flags: string): string | null {
  const rest = new Translator(body, flags).refused();
  if (rest === null) return null;
  const name = UNKNOWN_PARTS.find(([begins]) => begins.test(rest))?.[1] ?? "an unknown part";
  return `${name}: ${rest.slice(0, SHOWN_PART)}`;
}

class Translator {
  readonly #flags: string;
  readonly #size = new PatternSize();
  /** Whether the pattern or a group of it ignores case. */
  readonly #ignoresCase: boolean;
  #rest: string;
  #source = "";
  #surcharge = 0;

  constructor(body: string, flags: string) {
    this.#rest = body;
    this.#flags = flags;
    this.#ignoresCase = flags.includes("i") || /\(\?[imsU-]*i/.test(body);
  }

  translate(): TranslatedPattern | null {
    while (this.#rest !== "") if (!this.#step()) return null;
    const engineFlags = ["i", "m", "s"].filter((flag) => this.#has(flag)).join("");
    const anchor = this.#has("A") ? "\\A" : "";
    const source = `${engineFlags === "" ? "" : `(?${engineFlags})`}${anchor}(?:${this.#source})`;
    const { total: size, isClosed } = this.#size;
    return { source, size, surcharge: this.#surcharge, isClosed };
  }

  /** The text from the part that the engine has no equivalent for; null when there is no such part. */
  refused(): string | null {
    return this.translate() === null ? this.#rest : null;
  }

  /** Translates the next part; false when the engine has no equivalent. */
  #step(): boolean {
    const first = this.#rest.charAt(0);
    if (this.#has("x") && this.#skipExtended(first)) return true;
    switch (first) {
      case "\\":
        return this.#escape();
      case "[":
        return this.#class();
      case "(":
        return this.#group();
      case ")":
        this.#size.close();
        return this.#take(1);
      case "$":
        this.#size.atom();
        return this.#take(1, this.#has("m") ? "$" : this.#has("D") ? "\\z" : END);
      case "*":
      case "+":
      case "?":
      case "{":
        return this.#quantifier();
      default: {
        this.#size.atom();
        return this.#take(1);
      }
    }
  }

  #escape(): boolean {
    const mark = this.#rest.charAt(1);
    if (mark === "Q") return this.#quoted();
    const unicode = this.#has("u") ? UNICODE_ESCAPES.get(mark) : undefined;
    this.#size.atom(unicode !== undefined || /[pP]/.test(mark) ? COSTS.unicodeSteps : 1);
    const written = unicode ?? ESCAPES.get(mark);
    if (written !== undefined) return this.#take(2, written);
    const known = KNOWN_ESCAPE.exec(this.#rest);
    return known !== null && this.#take(known[0].length);
  }

  /** `\Q…\E`: the text between is literal. */
  #quoted(): boolean {
    const end = this.#rest.indexOf("\\E", 2);
    const length = end === -1 ? this.#rest.length : end + 2;
    for (let unit = 2; unit < length; unit += 1) this.#size.atom();
    return this.#take(length);
  }

  #class(): boolean {
    const match = CLASS.exec(this.#rest);
    if (match === null) return false;
    const context = { isUnicode: this.#has("u"), ignoresCase: this.#ignoresCase };
    const { source, steps, surcharge } = translateClass(match[0], context);
    this.#size.atom(steps);
    this.#surcharge += surcharge;
    return this.#take(match[0].length, source);
  }

  #group(): boolean {
    const comment = /^\(\?#[^)]*\)/.exec(this.#rest);
    if (comment !== null) return this.#take(comment[0].length, "");
    const head = GROUP_NAME.exec(this.#rest) ?? FLAG_GROUP.exec(this.#rest);
    if (head === null && this.#rest.startsWith("(?")) return false;
    const length = head === null ? 1 : head[0].length;
    if (head === null || !head[0].endsWith(")")) this.#size.open();
    return this.#take(length);
  }

  #quantifier(): boolean {
    const match = QUANTIFIER.exec(this.#rest);
    if (match === null) {
      this.#size.atom();
      return this.#take(1, "\\{");
    }
    this.#size.repeat(Number(match[2] === undefined || match[2] === "" ? (match[1] ?? 1) : match[2]));
    return this.#take(match[0].length);
  }

  /** Skips white space and comments between parts, for the flag `x`. */
  #skipExtended(first: string): boolean {
    if (first === "#") return this.#take(/^[^\n]*\n?/.exec(this.#rest)?.[0].length ?? 1, "");
    return /[ \t-\r]/.test(first) && this.#take(1, "");
  }

  #take(length: number, written = this.#rest.slice(0, length)): true {
    this.#source += written;
    this.#rest = this.#rest.slice(length);
    return true;
  }

  #has(flag: string): boolean {
    return this.#flags.includes(flag);
  }
}

/**
 * Counts the steps of a pattern while it is parsed: one for each atom, times its repetitions. The count is an upper
 * bound that does not depend on the engine (PROTOCOL 7.16).
 */
class PatternSize {
  readonly #open: number[] = [];
  #group = 0;
  #last = 0;

  /** The steps so far, at least one: the empty pattern looks at each character too. */
  get total(): number {
    return this.#open.reduce((sum, size) => sum + size, Math.max(this.#group, 1));
  }

  get isClosed(): boolean {
    return this.#open.length === 0;
  }

  /** Adds an atom. An atom that costs more than one comparison has more steps. */
  atom(steps = 1): void {
    this.#last = steps;
    this.#group += steps;
  }

  open(): void {
    this.#open.push(this.#group);
    this.#group = 0;
  }

  close(): void {
    this.#last = this.#group + 1;
    this.#group = (this.#open.pop() ?? 0) + this.#last;
  }

  /** Repeats the last atom or group up to `times` times. */
  repeat(times: number): void {
    this.#group += this.#last * Math.max(times - 1, 0);
    this.#last *= Math.max(times, 1);
  }
}
