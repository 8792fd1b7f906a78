import { LRUCache } from "lru-cache";
import { padStateKey, statePrefix } from "../codec/state-key.js";
import { isStateKeyPart } from "../codec/state-key-part.js";
import { valueToText } from "../codec/text.js";
import type { Value } from "../codec/value.js";

export interface CellKey {
  /** The key in a block's update list. */
  readonly key: string;
  /** The key for lookups, padded to 128 characters. */
  readonly paddedKey: string;
}

interface Attribute {
  readonly prefix: string;
  readonly cells: LRUCache<string, CellKey>;
}

const MAX_KEPT_NAME = 256;
/**
 * Building the keys is the most expensive part of a read, and a transaction uses most of its cells repeatedly. A bound
 * by size: `max` would reserve the memory of all entries for each attribute.
 */
const KEPT_CELLS = { maxSize: 1024, sizeCalculation: () => 1 };

/** The writer and space whose state a code reads and writes. Caches the state prefixes and keys. */
export class Scope {
  readonly #writer: string;
  readonly #space: string;
  /** A code has few and short attributes. Computed ones may be many. */
  readonly #attributes = new LRUCache<string, Attribute>({ max: 64 });

  constructor(writer: string, space: string) {
    this.#writer = writer;
    this.#space = space;
  }

  /** The cell of `stateKey(writer, space, attribute, key)`; null for an invalid key (PROTOCOL 2.1, 2.5, 2.7). */
  cell(attributeName: Value, key: Value): CellKey | null {
    if (typeof key !== "string" && typeof key !== "bigint") return null;
    const part = key.toString();
    const attribute = this.#attribute(valueToText(attributeName));
    const kept = attribute.cells.get(part);
    if (kept !== undefined) return kept;
    if (!isStateKeyPart(part)) return null;
    const text = attribute.prefix + part;
    const cell = { key: text, paddedKey: padStateKey(text) };
    attribute.cells.set(part, cell);
    return cell;
  }

  /** `statePrefix(writer, space, attribute)`. */
  prefix(attributeName: string): string {
    return this.#attribute(attributeName).prefix;
  }

  #attribute(name: string): Attribute {
    const kept = this.#attributes.get(name);
    if (kept !== undefined) return kept;
    const attribute = {
      prefix: statePrefix(this.#writer, this.#space, name),
      cells: new LRUCache<string, CellKey>(KEPT_CELLS),
    };
    if (name.length <= MAX_KEPT_NAME) this.#attributes.set(name, attribute);
    return attribute;
  }
}
