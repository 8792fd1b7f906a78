import { padStateKey } from "../../codec/state-key.js";
import { CodeRegistry } from "../../ledger/code-registry.js";
import { codeIdOf, parseCode } from "../../records/code.js";
import type { Network } from "../../records/network.js";
import type { StateEntry } from "../../store/store.js";

/** The codes that a trial finds: those of the tip, until it sets others in their place for itself. */
export class TrialCodes {
  readonly registry: CodeRegistry;
  readonly #network: Network;
  readonly #texts = new Map<string, string>();

  constructor(network: Network, entries: readonly StateEntry[]) {
    this.#network = network;
    this.registry = new CodeRegistry(network);
    this.apply(entries);
  }

  /** The texts of all codes. */
  get texts(): readonly string[] {
    return [...this.#texts.values()];
  }

  /** The cells that hold them. */
  get cells(): readonly string[] {
    return [...this.#texts.keys()];
  }

  /** Takes over code keys, in the order of their writes; null removes one. */
  apply(entries: readonly StateEntry[]): void {
    this.registry.apply(entries);
    for (const { key, value } of entries) {
      const cell = padStateKey(key);
      this.#texts.delete(cell);
      if (typeof value === "string") this.#texts.set(cell, value);
    }
  }

  /** Finds codes as if they were registered. */
  register(texts: readonly string[]): void {
    this.apply(
      texts.map((text) => {
        const method = parseCode(text);
        return { key: this.#network.prefixes[method.kind] + codeIdOf(method), value: text };
      }),
    );
  }
}
