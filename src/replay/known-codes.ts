import { padStateKey } from "../codec/state-key.js";
import { CodeRegistry } from "../ledger/code-registry.js";
import { codeIdOf, parseCode } from "../records/code.js";
import type { Network } from "../records/network.js";
import { isReadable, readCodeCell, type ReadableCode, type StoredCode } from "../records/stored-code.js";
import type { StateEntry, StoreReader } from "../store/store.js";

/** The codes of a chain (PROTOCOL 6.6), and those that are tried as if they were registered. */
export class KnownCodes {
  readonly registry: CodeRegistry;
  readonly #network: Network;
  readonly #stored = new Map<string, StoredCode>();

  constructor(network: Network) {
    this.#network = network;
    this.registry = new CodeRegistry(network);
  }

  /** Reads the codes of a chain. */
  static async read(reader: StoreReader, network: Network): Promise<KnownCodes> {
    const codes = new KnownCodes(network);
    const keys = await reader.listCodeWrites();
    const cells = await reader.readState("local", keys.map(padStateKey));
    codes.apply(keys.map((key) => ({ key, value: cells.get(padStateKey(key)) ?? null })));
    return codes;
  }

  /** All codes, including unreadable ones. */
  get stored(): readonly StoredCode[] {
    return [...this.#stored.values()];
  }

  /** The codes that can be read and so called by name. */
  get readable(): readonly ReadableCode[] {
    return this.stored.filter(isReadable);
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
