import { isStateKeyPart, padStateKey, statePrefix } from "../codec/state-key.js";
import { valueToText } from "../codec/text.js";
import type { Value } from "../codec/value.js";

/** A state cell as a code names it. */
export interface Cell {
  /** As it is written in a block's update list. */
  readonly key: string;
  /** As it is looked up. */
  readonly paddedKey: string;
}

interface Attribute {
  readonly prefix: string;
  readonly cells: Map<string, Cell>;
}

/** Attributes are few, short, and stand in the code; computed ones may be many, and then it is time to start over. */
const MAX_KEPT_ATTRIBUTES = 64;
const MAX_KEPT_NAME = 256;
/** Building a cell's texts costs more than all else in a read, and a transaction names most of its cells repeatedly. */
const MAX_KEPT_CELLS = 1024;

/** Whose state a code reads and writes: its writer and space. Each attribute's prefix is hashed once. */
export class Scope {
  readonly #writer: string;
  readonly #space: string;
  readonly #attributes = new Map<string, Attribute>();

  constructor(writer: string, space: string) {
    this.#writer = writer;
    this.#space = space;
  }

  /** The cell of `stateKey(writer, space, attr, key)`; null when the key is neither integer nor text, or not a key (PROTOCOL 2). */
  cell(attributeName: Value, key: Value): Cell | null {
    if (typeof key !== "string" && typeof key !== "bigint") return null;
    const part = key.toString();
    const attribute = this.#attribute(valueToText(attributeName));
    const kept = attribute.cells.get(part);
    if (kept !== undefined) return kept;
    if (!isStateKeyPart(part)) return null;
    const text = attribute.prefix + part;
    const cell = { key: text, paddedKey: padStateKey(text) };
    if (attribute.cells.size >= MAX_KEPT_CELLS) attribute.cells.clear();
    attribute.cells.set(part, cell);
    return cell;
  }

  /** `statePrefix(writer, space, attr)`. */
  prefix(attributeName: string): string {
    return this.#attribute(attributeName).prefix;
  }

  #attribute(name: string): Attribute {
    const kept = this.#attributes.get(name);
    if (kept !== undefined) return kept;
    const attribute = {
      prefix: statePrefix(this.#writer, this.#space, name),
      cells: new Map<string, Cell>(),
    };
    if (this.#attributes.size >= MAX_KEPT_ATTRIBUTES) this.#attributes.clear();
    if (name.length <= MAX_KEPT_NAME) this.#attributes.set(name, attribute);
    return attribute;
  }
}
