import { isStateKeyPart } from "../codec/state-key-part.js";
import { PREFIX_LENGTH, padStateKey, statePrefix } from "../codec/state-key.js";
import { detached, valueToText } from "../codec/text.js";
import type { Value } from "../codec/value.js";

export interface CellKey {
  /** The key in a block's update list. */
  readonly key: string;
  /** The key for lookups, padded to 128 characters. */
  readonly paddedKey: string;
}

interface Attribute {
  readonly prefix: string;
  readonly cells: Map<string, CellKey>;
}

const MAX_KEPT_NAME = 256;
/** Measured upper bounds, in bytes, of a kept cell and a kept attribute. */
const CELL_BYTES = 768;
const ATTRIBUTE_BYTES = 1536;
/** The most bytes of kept keys in a thread, those of all codes together. */
export const KEPT_KEY_BYTES = 4_194_304;

/**
 * Building the keys is the most expensive part of a read, and a transaction uses most of its cells repeatedly. Callers
 * name the cells, so all keys are given up when they are too many.
 */
let kept = new Map<Scope, Map<string, Attribute>>();
let keptBytes = 0;

/** The bytes of the cell keys that this thread keeps. */
export function keptKeyBytes(): number {
  return keptBytes;
}

/** Counts what is about to be kept. */
function count(bytes: number): void {
  keptBytes += bytes;
  if (keptBytes <= KEPT_KEY_BYTES) return;
  kept = new Map();
  keptBytes = bytes;
}

/** The writer and space whose state a code reads and writes. */
export class Scope {
  readonly #writer: string;
  readonly #space: string;

  constructor(writer: string, space: string) {
    this.#writer = writer;
    this.#space = space;
  }

  /** The cell of `stateKey(writer, space, attribute, key)`; null for an invalid key (PROTOCOL 2.1, 2.5, 2.7). */
  cell(attributeName: Value, key: Value): CellKey | null {
    if (typeof key !== "string" && typeof key !== "bigint") return null;
    const part = key.toString();
    const attribute = this.#attribute(valueToText(attributeName));
    const known = attribute.cells.get(part);
    if (known !== undefined) return known;
    if (!isStateKeyPart(part)) return null;
    const text = detached(attribute.prefix + part);
    const cell = { key: text, paddedKey: padStateKey(text) };
    count(CELL_BYTES);
    attribute.cells.set(text.slice(PREFIX_LENGTH), cell);
    return cell;
  }

  /** `statePrefix(writer, space, attribute)`. */
  prefix(attributeName: string): string {
    return this.#attribute(attributeName).prefix;
  }

  #attribute(name: string): Attribute {
    const known = kept.get(this)?.get(name);
    if (known !== undefined) return known;
    const attribute = { prefix: statePrefix(this.#writer, this.#space, name), cells: new Map() };
    if (name.length > MAX_KEPT_NAME) return attribute;
    count(ATTRIBUTE_BYTES);
    const attributes = kept.get(this) ?? new Map<string, Attribute>();
    kept.set(this, attributes.set(detached(name), attribute));
    return attribute;
  }
}
