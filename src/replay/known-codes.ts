import { padStateKey } from "../codec/state-key.js";
import { CodeRegistry } from "../ledger/code-registry.js";
import { codeIdOf, parseCode } from "../records/code.js";
import type { Network } from "../records/network.js";
import { isReadable, readCodeCell, type ReadableCode, type StoredCode } from "../records/stored-code.js";
import type { CodeWrite, StateEntry, StoreReader } from "../store/store.js";

/** The codes of a chain (PROTOCOL 6.6), and those that are tried as if they were registered. */
export class KnownCodes {
  readonly registry: CodeRegistry;
  readonly #network: Network;
  readonly #stored: Map<string, StoredCode>;

  constructor(
    network: Network,
    registry = new CodeRegistry(network),
    stored = new Map<string, StoredCode>(),
  ) {
    this.#network = network;
    this.registry = registry;
    this.#stored = stored;
  }

  /** Returns a copy with the same codes. Later changes to either do not affect the other. */
  copy(): KnownCodes {
    return new KnownCodes(this.#network, this.registry.copy(), new Map(this.#stored));
  }

  /** All codes, including unreadable ones. */
  get stored(): readonly StoredCode[] {
    return [...this.#stored.values()];
  }

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

/** How many sets of codes are kept: a trace needs those of the tip and of one height. */
const KEPT = 4;

/** The codes of a chain at its heights. All heights up to the next write of a code share one set, which is read once. */
export class CodesByHeight {
  readonly #network: Network;
  /** By the hash of that block; the set that was used last is the last. */
  readonly #kept = new Map<string, KnownCodes>();

  constructor(network: Network) {
    this.#network = network;
  }

  /** Returns the codes after the reader's last block, as the caller's own. */
  async read(reader: StoreReader): Promise<KnownCodes> {
    const writes = await reader.listCodeWrites();
    const blockhash = await blockhashAt(reader, writes.at(-1)?.height ?? 0);
    const codes = this.#kept.get(blockhash) ?? (await this.#read(reader, writes));
    this.#kept.delete(blockhash);
    if (blockhash !== "") this.#kept.set(blockhash, codes);
    const [oldest = ""] = this.#kept.keys();
    if (this.#kept.size > KEPT) this.#kept.delete(oldest);
    return codes.copy();
  }

  async #read(reader: StoreReader, writes: readonly CodeWrite[]): Promise<KnownCodes> {
    const codes = new KnownCodes(this.#network);
    const cells = await reader.readState(
      "local",
      writes.map(({ key }) => padStateKey(key)),
    );
    codes.apply(writes.map(({ key }) => ({ key, value: cells.get(padStateKey(key)) ?? null })));
    return codes;
  }
}

/** The hash of a block; empty before the first. */
async function blockhashAt(reader: StoreReader, height: number): Promise<string> {
  if (height === 0) return "";
  const last = await reader.mainBlockSummary("last");
  const block = last?.height === height ? last : await reader.mainBlockSummary({ height });
  return block?.blockhash ?? "";
}
