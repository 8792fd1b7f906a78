import type { ChainError } from "../../codec/chain-error.js";
import { utf8ToText } from "../../codec/parse-json.js";
import type { TextOfFile } from "../../codec/text-place.js";
import * as errors from "../errors.js";

/** Longer than any valid block's text: anything longer is not a list of blocks. */
const MAX_ITEM_BYTES = 256 * 1024 * 1024;

const [TAB, NEWLINE, RETURN, SPACE] = [0x09, 0x0a, 0x0d, 0x20];
const [QUOTE, COMMA, OPEN_LIST, BACKSLASH, CLOSE_LIST, OPEN_MAP, CLOSE_MAP] = [
  0x22, 0x2c, 0x5b, 0x5c, 0x5d, 0x7b, 0x7d,
];
/** The bits that tell the later bytes of a character in UTF-8, and their value. */
const [CONTINUES, CONTINUATION] = [0xc0, 0x80];

/**
 * Yields the texts of the maps in a JSON array, or in NDJSON, one after the other. A file of any size is read with no
 * more than one map in memory. Only the bounds of each map are looked at. Throws `ITEMS_MALFORMED`, kind "local".
 */
export async function* splitJsonItems(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<TextOfFile, void, undefined> {
  const splitter = new ItemSplitter();
  for await (const chunk of chunks) yield* splitter.take(chunk);
  splitter.end();
}

/** What may come next between two items. */
type Expected =
  "list or item" | "item or end of list" | "item" | "comma or end of list" | "next line" | "nothing";

class ItemSplitter {
  #expected: Expected = "list or item";
  /** The place of the next byte; a character that takes several bytes is one column. */
  #line = 1;
  #column = 1;
  /** The place of the item. */
  #start = { line: 1, column: 1 };
  /** How many maps and lists are open in the item; 0 between items. */
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  /** The item's bytes from earlier chunks. */
  #parts: Uint8Array[] = [];
  #size = 0;

  *take(chunk: Uint8Array): Generator<TextOfFile, void, undefined> {
    let start = 0;
    for (const [index, byte] of chunk.entries()) {
      if (this.#depth === 0) {
        if (this.#beginsItem(byte)) {
          start = index;
          this.#depth = 1;
          this.#start = { line: this.#line, column: this.#column };
        }
      } else if (this.#endsItem(byte)) {
        yield { text: this.#item(chunk.subarray(start, index + 1)), ...this.#start };
      }
      this.#pass(byte);
    }
    if (this.#depth > 0) this.#keep(chunk.subarray(start));
  }

  end(): void {
    const isWhole =
      this.#expected === "list or item" || this.#expected === "next line" || this.#expected === "nothing";
    if (this.#depth > 0 || !isWhole) throw this.#malformed("it ends within a block");
  }

  /** Skips what stands between items; returns true at the first byte of an item. */
  #beginsItem(byte: number): boolean {
    if (byte === SPACE || byte === NEWLINE || byte === RETURN || byte === TAB) return false;
    const expected = this.#expected;
    if (byte === OPEN_MAP && expected !== "comma or end of list" && expected !== "nothing") {
      this.#expected =
        expected === "list or item" || expected === "next line" ? "next line" : "comma or end of list";
      return true;
    }
    if (byte === OPEN_LIST && expected === "list or item") this.#expected = "item or end of list";
    else if (byte === COMMA && expected === "comma or end of list") this.#expected = "item";
    else if (
      byte === CLOSE_LIST &&
      (expected === "comma or end of list" || expected === "item or end of list")
    ) {
      this.#expected = "nothing";
    } else throw this.#malformed(`${expected} expected`);
    return false;
  }

  #pass(byte: number): void {
    if (byte === NEWLINE) {
      this.#line += 1;
      this.#column = 1;
    } else if ((byte & CONTINUES) !== CONTINUATION) this.#column += 1;
  }

  #malformed(reason: string): ChainError {
    return errors.itemsMalformed({ line: this.#line, column: this.#column, reason });
  }

  #endsItem(byte: number): boolean {
    if (this.#isInString) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (byte === BACKSLASH) this.#isEscaped = true;
      else if (byte === QUOTE) this.#isInString = false;
      return false;
    }
    if (byte === QUOTE) this.#isInString = true;
    else if (byte === OPEN_MAP || byte === OPEN_LIST) this.#depth += 1;
    else if (byte === CLOSE_MAP || byte === CLOSE_LIST) this.#depth -= 1;
    return this.#depth === 0;
  }

  #keep(part: Uint8Array): void {
    this.#size += part.length;
    if (this.#size > MAX_ITEM_BYTES) throw this.#malformed(`a block has more than ${MAX_ITEM_BYTES} bytes`);
    this.#parts.push(part);
  }

  #item(last: Uint8Array): string {
    const text = utf8ToText(this.#parts.length === 0 ? last : Buffer.concat([...this.#parts, last]));
    this.#parts = [];
    this.#size = 0;
    return text;
  }
}
