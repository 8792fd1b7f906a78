import { ChainError } from "./chain-error.js";
import { EMPTY, mapToValue, type Value } from "./value.js";

/** Containers may nest this deep (PROTOCOL 1). */
export const MAX_JSON_DEPTH = 512;

const MIN_INTEGER = -(2n ** 63n);
const MAX_INTEGER = 2n ** 63n - 1n;
/** A sign and nineteen digits. To make a longer token an integer takes more than linear time, and it is a float anyway. */
const MAX_INTEGER_LENGTH = 20;
const NUMBER = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/y;
/** A run of characters that need no look: no quote, no backslash, no control character, no surrogate. */
const PLAIN_RUN = /[^"\\\u0000-\u001f\ud800-\udfff]*/y;
const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** UTF-8 bytes as text. Throws `JSON_ENCODING` when they are not UTF-8. */
export function utf8ToText(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes);
  } catch (cause) {
    throw new ChainError("JSON_ENCODING", "The text is not valid UTF-8. ", { kind: "usage", cause });
  }
}

/**
 * Reads JSON text as a protocol value (PROTOCOL 1): integers of 64 bits exactly, everything else numeric as a
 * float, keys in order of first appearance with the last value, maps that are lists as lists.
 *
 * Throws `JSON_SYNTAX` or `JSON_DEPTH` with the offset where it stopped. Never recurses deeper than 512.
 */
export function parseJson(text: string): Value {
  const reader = new Reader(text);
  const value = reader.value(0);
  reader.end();
  return value;
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(depth: number): Value {
    this.#skipSpace();
    switch (this.#text[this.#at]) {
      case "{":
        return this.#map(depth + 1);
      case "[":
        return this.#list(depth + 1);
      case '"':
        return this.#string();
      case "t":
        return this.#word("true", true);
      case "f":
        return this.#word("false", false);
      case "n":
        return this.#word("null", null);
      default:
        return this.#number();
    }
  }

  end(): void {
    this.#skipSpace();
    if (this.#at < this.#text.length) this.#fail("nothing more");
  }

  #map(depth: number): Value {
    this.#enter(depth);
    if (this.#take("}")) return EMPTY;
    const map = new Map<string, Value>();
    do {
      this.#skipSpace();
      if (this.#text[this.#at] !== '"') this.#fail("a key in quotes");
      const key = this.#string();
      if (!this.#take(":")) this.#fail("a colon");
      map.set(key, this.value(depth));
    } while (this.#take(","));
    if (!this.#take("}")) this.#fail("a comma or the map's end");
    return mapToValue(map);
  }

  #list(depth: number): Value {
    this.#enter(depth);
    if (this.#take("]")) return EMPTY;
    const list: Value[] = [];
    do list.push(this.value(depth));
    while (this.#take(","));
    if (!this.#take("]")) this.#fail("a comma or the list's end");
    return list;
  }

  #string(): string {
    this.#at += 1;
    let out = "";
    for (;;) {
      PLAIN_RUN.lastIndex = this.#at;
      PLAIN_RUN.test(this.#text);
      const end = PLAIN_RUN.lastIndex;
      if (end > this.#at) out += this.#text.slice(this.#at, end);
      this.#at = end;
      const unit = this.#text[end];
      if (unit === '"') {
        this.#at += 1;
        return out;
      }
      if (unit === "\\") out += this.#escape();
      else if (unit !== undefined && unit >= "\ud800") out += this.#surrogatePair();
      else this.#fail("the string's end");
    }
  }

  #escape(): string {
    const mark = this.#text[this.#at + 1] ?? "";
    this.#at += 2;
    const index = '"\\/bfnrt'.indexOf(mark);
    if (mark !== "" && index >= 0) return '"\\/\b\f\n\r\t'.charAt(index);
    if (mark !== "u") this.#fail("an escape that JSON knows");
    const high = this.#hexUnit();
    if (high < 0xd800 || high > 0xdfff) return String.fromCharCode(high);
    if (high > 0xdbff || !this.#text.startsWith("\\u", this.#at)) this.#fail("a surrogate pair");
    this.#at += 2;
    const low = this.#hexUnit();
    if (low < 0xdc00 || low > 0xdfff) this.#fail("a surrogate pair");
    return String.fromCharCode(high, low);
  }

  #hexUnit(): number {
    const hex = this.#text.slice(this.#at, this.#at + 4);
    if (!/^[0-9a-fA-F]{4}$/.test(hex)) this.#fail("four hex digits");
    this.#at += 4;
    return Number.parseInt(hex, 16);
  }

  #surrogatePair(): string {
    const pair = this.#text.slice(this.#at, this.#at + 2);
    if (!/^[\ud800-\udbff][\udc00-\udfff]$/.test(pair)) this.#fail("a surrogate pair");
    this.#at += 2;
    return pair;
  }

  #number(): Value {
    NUMBER.lastIndex = this.#at;
    const match = NUMBER.exec(this.#text);
    if (match === null) return this.#fail("a value");
    const token = match[0];
    this.#at += token.length;
    const isWhole = match[1] === undefined && match[2] === undefined;
    if (isWhole && token.length <= MAX_INTEGER_LENGTH && token !== "-0") {
      const integer = BigInt(token);
      if (integer >= MIN_INTEGER && integer <= MAX_INTEGER) return integer;
    }
    const float = Number(token);
    return Number.isFinite(float) ? float : this.#fail("a number that fits");
  }

  #word<T extends Value>(word: string, value: T): T {
    if (!this.#text.startsWith(word, this.#at)) this.#fail("a value");
    this.#at += word.length;
    return value;
  }

  #enter(depth: number): void {
    if (depth > MAX_JSON_DEPTH) {
      throw new ChainError("JSON_DEPTH", `The JSON text nests deeper than ${MAX_JSON_DEPTH} levels. `, {
        kind: "usage",
      });
    }
    this.#at += 1;
  }

  #take(unit: string): boolean {
    this.#skipSpace();
    if (this.#text[this.#at] !== unit) return false;
    this.#at += 1;
    return true;
  }

  #skipSpace(): void {
    for (;;) {
      const unit = this.#text.charCodeAt(this.#at);
      if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return;
      this.#at += 1;
    }
  }

  #fail(expected: string): never {
    throw new ChainError(
      "JSON_SYNTAX",
      `The JSON text is not valid at offset ${this.#at}: ${expected} was expected. `,
      {
        kind: "usage",
        details: { offset: this.#at },
      },
    );
  }
}
