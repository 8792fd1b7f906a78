import { isStateKeyPart, statePrefix } from "../codec/state-key.js";
import { valueToText } from "../codec/text.js";
import type { Value } from "../codec/value.js";

/** Attributes are few and written in the code; one that is computed is not worth keeping. */
const MAX_KEPT_PREFIXES = 64;

/** Whose state a code reads and writes: its writer and space. Each attribute's prefix is hashed once. */
export class Scope {
  readonly #writer: string;
  readonly #space: string;
  readonly #prefixes = new Map<string, string>();

  constructor(writer: string, space: string) {
    this.#writer = writer;
    this.#space = space;
  }

  /** `stateKey(writer, space, attr, key)`; null when the key is neither an integer nor text, or not a key (PROTOCOL 2). */
  stateKey(attribute: Value, key: Value): string | null {
    if (typeof key !== "string" && typeof key !== "bigint") return null;
    const part = key.toString();
    return isStateKeyPart(part) ? this.prefix(valueToText(attribute)) + part : null;
  }

  /** `statePrefix(writer, space, attr)`. */
  prefix(attribute: string): string {
    const kept = this.#prefixes.get(attribute);
    if (kept !== undefined) return kept;
    const prefix = statePrefix(this.#writer, this.#space, attribute);
    if (this.#prefixes.size < MAX_KEPT_PREFIXES) this.#prefixes.set(attribute, prefix);
    return prefix;
  }
}
