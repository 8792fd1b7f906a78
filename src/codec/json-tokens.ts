import * as errors from "./errors.js";

const MIN_INTEGER = -(2n ** 63n);
const MAX_INTEGER = 2n ** 63n - 1n;
/** A sign and nineteen digits. A longer token is a float: converting it would not take linear time. */
const MAX_INTEGER_LENGTH = 20;
/** A number of this many digits is a safe integer, and is read without a regular expression. */
const MAX_PLAIN_DIGITS = 15;
const NUMBER = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/y;
const NUMBER_PART = /^[-+.0-9eE]*$/;
/** A run of characters that need no check: no quote, no backslash, no control character, no surrogate. */
const PLAIN_RUN = /[^"\\\u0000-\u001f\ud800-\udfff]*/y;
/** A longer string with escapes is read in steps, so that no step is long. */
const MAX_NATIVE = 131_072;
/** A shorter part of a string that arrives in pieces is joined with the next one. */
const LONG_PART = 4096;
/** The longest escape: a surrogate pair. */
const MAX_ESCAPE_LENGTH = 12;
/** Small integers are shared, so that a list of them takes no more memory than its places. */
const SMALL_INTEGERS: readonly bigint[] = Array.from({ length: 1024 }, (_, index) => BigInt(index));

const [QUOTE, ZERO, NINE, POINT, UPPER_E, LOWER_E] = [0x22, 0x30, 0x39, 0x2e, 0x45, 0x65];

/** Tokens of a text that may arrive in pieces; an incomplete one is `undefined`. Throws `JSON_SYNTAX`. */
export class JsonTokens {
  #text = "";
  #at = 0;
  /** The offset of `#text` in the whole text. */
  #offset = 0;
  #isWhole = false;
  /** The beginning of the string in which a piece ended, in parts: joined with each piece, it would be copied each time. */
  #begun: string[] | null = null;
  #begunLength = 0;
  /** Whether the text ends in a number, and what came of it since: read with each piece, it would be read each time. */
  #isInNumber = false;
  readonly #digits: string[] = [];
  #digitsLength = 0;
  /** Characters that `takeText` skipped in earlier pieces. */
  #passed = 0;

  /** Whether a string has begun and not ended. */
  get isInString(): boolean {
    return this.#begun !== null;
  }

  /** The characters so far of a string that has not ended. */
  get begunLength(): number {
    return this.#begunLength;
  }

  /** The characters so far of any other token that has not ended. */
  get restLength(): number {
    return this.#text.length - this.#at + this.#digitsLength;
  }

  /** Adds a piece; the last one ends the text. A piece must not end inside a surrogate pair. */
  add(piece: string, isLast: boolean): void {
    if (this.#isInNumber && !isLast && NUMBER_PART.test(piece)) {
      this.#digits.push(piece);
      this.#digitsLength += piece.length;
      return;
    }
    const rest = [this.#text.slice(this.#at), ...this.#digits.splice(0), piece];
    this.#digitsLength = 0;
    this.#isInNumber = false;
    this.#offset += this.#at;
    this.#text = this.#at === this.#text.length ? piece : rest.join("");
    this.#at = 0;
    this.#isWhole = isLast;
  }

  /** The next character that is not white space; NaN at the end, `undefined` when more must arrive. */
  peek(): number | undefined {
    for (;;) {
      const unit = this.#text.charCodeAt(this.#at);
      if (unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09) this.#at += 1;
      else return Number.isNaN(unit) && !this.#isWhole ? undefined : unit;
    }
  }

  /** Skips the character that `peek` returned. */
  take(): void {
    this.#at += 1;
  }

  /** Skips a text of whole tokens. False when another follows; undefined while it has only begun. */
  takeText(text: string): boolean | undefined {
    const end = this.#at + text.length - this.#passed;
    const part = this.#text.slice(this.#at, end);
    // Comparing whole texts is several times faster than `startsWith`, which compares character by character.
    const isSame = part === text.slice(this.#passed, this.#passed + part.length);
    const isEnd = end <= this.#text.length;
    if (!isSame || (this.#isWhole && !isEnd)) return this.#giveBack(text);
    this.#at += part.length;
    this.#passed = isEnd ? 0 : this.#passed + part.length;
    return isEnd ? true : undefined;
  }

  string(): string | undefined {
    if (this.#begun === null) {
      const start = this.#at + 1;
      const end = this.#plainRunEnd(start);
      this.#at = end + 1;
      // Nearly every string ends here.
      if (this.#text.charCodeAt(end) === QUOTE) return this.#text.slice(start, end);
      const native = this.#isWhole ? this.#nativeString(start) : null;
      if (native !== null) return native;
      this.#at = start;
      this.#begun = [];
    }
    // Joined once: a chain of a hundred thousand small pieces is slow to collect as garbage.
    const parts = (this.#begun.at(-1)?.length ?? LONG_PART) < LONG_PART ? this.#begun.splice(-1) : [];
    this.#begunLength -= parts[0]?.length ?? 0;
    while (this.#readPart(parts));
    const part = parts.join("");
    this.#begun.push(part);
    this.#begunLength += part.length;
    return this.#text[this.#at] === '"' ? this.#endString(this.#begun) : undefined;
  }

  /** A whole string with escapes, read by the engine in a tenth of the time; null for one that needs a closer look. */
  #nativeString(start: number): string | null {
    let end = start - 1;
    let before: number;
    do {
      end = this.#text.indexOf('"', end + 1);
      for (before = end; this.#text[before - 1] === "\\"; before -= 1);
    } while (end >= 0 && (end - before) % 2 === 1);
    // A longer one is read in steps.
    if (end < 0 || end - start > MAX_NATIVE) return null;
    try {
      const text = JSON.parse(this.#text.slice(start - 1, end + 1)) as string;
      if (/\p{Surrogate}/u.test(text)) return null;
      this.#at = end + 1;
      return text;
    } catch {
      return null;
    }
  }

  /** Reads an integer of 64 bits as `bigint`, any other number as a float. */
  number(): bigint | number | undefined {
    const plain = this.#plainInteger();
    if (plain !== null) return plain;
    NUMBER.lastIndex = this.#at;
    const match = NUMBER.exec(this.#text);
    if (!this.#isWhole && this.#mayGoOn(match?.[0] ?? "")) {
      this.#isInNumber = true;
      return undefined;
    }
    if (match === null) return this.fail("a value");
    const token = match[0];
    this.#at += token.length;
    const isInteger = match[1] === undefined && match[2] === undefined;
    if (isInteger && token.length <= MAX_INTEGER_LENGTH && token !== "-0") {
      const integer = BigInt(token);
      if (integer >= MIN_INTEGER && integer <= MAX_INTEGER) return integer;
    }
    const float = Number(token);
    return Number.isFinite(float) ? float : this.fail("a number that fits");
  }

  word<T extends boolean | null>(word: string, value: T): T | undefined {
    if (this.#text.startsWith(word, this.#at)) {
      this.#at += word.length;
      return value;
    }
    return !this.#isWhole && word.startsWith(this.#text.slice(this.#at)) ? undefined : this.fail("a value");
  }

  fail(expected: string): never {
    const offset = this.#offset + this.#at;
    throw errors.jsonSyntax({ offset, expected });
  }

  /** Puts the skipped text back, because it must be read after all. */
  #giveBack(text: string): false {
    const passed = text.slice(0, this.#passed);
    this.#offset += this.#at - passed.length;
    this.#text = passed + this.#text.slice(this.#at);
    this.#at = 0;
    this.#passed = 0;
    return false;
  }

  /** Reads a run and the escape or pair after it. False at the end of the string, or when more must arrive. */
  #readPart(parts: string[]): boolean {
    const end = this.#plainRunEnd(this.#at);
    if (end > this.#at) parts.push(this.#text.slice(this.#at, end));
    this.#at = end;
    const unit = this.#text[end];
    if (unit === '"') return false;
    if (!this.#isWhole && (unit === undefined || !this.#hasEscape(unit))) return false;
    if (unit === "\\") parts.push(this.#escape());
    else if (unit !== undefined && unit >= "\ud800") parts.push(this.#surrogatePair());
    else this.fail("the string's end");
    return true;
  }

  #plainRunEnd(start: number): number {
    PLAIN_RUN.lastIndex = start;
    PLAIN_RUN.test(this.#text);
    return PLAIN_RUN.lastIndex;
  }

  #endString(parts: readonly string[]): string {
    this.#at += 1;
    this.#begun = null;
    this.#begunLength = 0;
    return parts.join("");
  }

  /** Whether the escape that begins here is complete. */
  #hasEscape(unit: string): boolean {
    return unit !== "\\" || this.#text.length - this.#at >= MAX_ESCAPE_LENGTH;
  }

  #escape(): string {
    const mark = this.#text[this.#at + 1] ?? "";
    this.#at += 2;
    const index = '"\\/bfnrt'.indexOf(mark);
    if (mark !== "" && index >= 0) return '"\\/\b\f\n\r\t'.charAt(index);
    if (mark !== "u") this.fail("an escape that JSON knows");
    const high = this.#hexUnit();
    if (high < 0xd800 || high > 0xdfff) return String.fromCharCode(high);
    if (high > 0xdbff || !this.#text.startsWith("\\u", this.#at)) this.fail("a surrogate pair");
    this.#at += 2;
    const low = this.#hexUnit();
    if (low < 0xdc00 || low > 0xdfff) this.fail("a surrogate pair");
    return String.fromCharCode(high, low);
  }

  #hexUnit(): number {
    const hex = this.#text.slice(this.#at, this.#at + 4);
    if (!/^[0-9a-fA-F]{4}$/.test(hex)) this.fail("four hex digits");
    this.#at += 4;
    return Number.parseInt(hex, 16);
  }

  #surrogatePair(): string {
    const pair = this.#text.slice(this.#at, this.#at + 2);
    if (!/^[\ud800-\udbff][\udc00-\udfff]$/.test(pair)) this.fail("a surrogate pair");
    this.#at += 2;
    return pair;
  }

  /** Reads an integer of few digits that certainly ends here; null for any other number. */
  #plainInteger(): bigint | null {
    const start = this.#at;
    const text = this.#text;
    let integer = 0;
    let at = start;
    let unit = text.charCodeAt(at);
    for (; unit >= ZERO && unit <= NINE; unit = text.charCodeAt(at)) {
      integer = integer * 10 + unit - ZERO;
      at += 1;
      if (at - start > MAX_PLAIN_DIGITS) return null;
    }
    const isEnd = at > start && (this.#isWhole || at < text.length);
    if (!isEnd || unit === POINT || unit === UPPER_E || unit === LOWER_E) return null;
    if (text.charCodeAt(start) === ZERO && at - start > 1) return null;
    this.#at = at;
    return SMALL_INTEGERS[integer] ?? BigInt(integer);
  }

  /** Whether the number may continue in the next piece. */
  #mayGoOn(token: string): boolean {
    const rest = this.#text.length - this.#at - token.length;
    if (rest === 0) return true;
    // A point or an exponent that has no digit yet.
    return rest <= 2 && /^(?:-|\.|[eE][+-]?)$/.test(this.#text.slice(this.#at + token.length));
  }
}
