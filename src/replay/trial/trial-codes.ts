import { padStateKey } from "../../codec/state-key.js";
import { CodeRegistry } from "../../ledger/code-registry.js";
import { codeIdOf, parseCode } from "../../records/code.js";
import type { Network } from "../../records/network.js";
import {
  isReadable,
  readCodeCell,
  type CodeCell,
  type ReadableCode,
  type StoredCode,
} from "../../records/stored-code.js";
import type { StateEntry } from "../../store/store.js";

/** The codes of a trial: those of the tip (PROTOCOL 6.6), until the trial replaces some for itself. */
export class TrialCodes {
  readonly registry: CodeRegistry;
  readonly #network: Network;
  readonly #stored = new Map<string, StoredCode>();

  constructor(network: Network, entries: readonly StateEntry[]) {
    this.#network = network;
    this.registry = new CodeRegistry(network);
    this.apply(entries);
  }

  /** All registered codes, including unreadable ones. */
  get stored(): readonly StoredCode[] {
    return [...this.#stored.values()];
  }

  /** The codes that can be read and so called by name. */
  get readable(): readonly ReadableCode[] {
    return this.stored.filter(isReadable);
  }

  /** The padded keys of the cells that hold codes. */
  get cells(): readonly string[] {
    return [...this.#stored.keys()];
  }

  /** Applies writes of code cells in order; null removes a code. */
  apply(entries: readonly StateEntry[]): void {
    this.registry.apply(entries);
    for (const { key, value } of entries) {
      const cell = padStateKey(key);
      this.#stored.delete(cell);
      if (value !== null) this.#stored.set(cell, readCodeCell(this.#network, { key: cell, value }));
    }
  }

  /** Adds the codes that a node lists. */
  list(cells: readonly CodeCell[]): void {
    this.apply(cells.map(({ kind, id, value }) => ({ key: this.#network.prefixes[kind] + id, value })));
  }

  /** Adds codes as if they were registered. Throws `CODE_BROKEN`. */
  register(texts: readonly string[]): void {
    this.apply(
      texts.map((text) => {
        const method = parseCode(text);
        return { key: this.#network.prefixes[method.kind] + codeIdOf(method), value: text };
      }),
    );
  }
}
