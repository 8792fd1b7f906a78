import { ChainError } from "../../codec/chain-error.js";
import { padStateKey } from "../../codec/state-key.js";
import type { Value } from "../../codec/value.js";
import type { Network } from "../../records/network.js";
import type { Page, StateEntry, StateKind } from "../../store/store.js";
import { readPinnedCells, type PinnedReading } from "../trial/pinned-cells.js";
import type { LaterBlocks } from "./later-blocks.js";
import type { SourceClient } from "./source-client.js";

export interface RemoteCellsOptions {
  readonly client: SourceClient;
  readonly network: Network;
  /** The height whose state is read. */
  readonly height: number;
  readonly later: LaterBlocks;
  /** The state keys of the codes that the node lists. */
  readonly codeKeys: readonly string[];
}

/** The cells of another node at one height. Each is asked for once. */
export class RemoteCells {
  readonly #options: RemoteCellsOptions;
  /** The values read so far; null for an absent cell. */
  readonly #known: Readonly<Record<StateKind, Map<string, Value>>> = {
    universal: new Map(),
    local: new Map(),
  };

  constructor(options: RemoteCellsOptions) {
    this.#options = options;
  }

  async read(kind: StateKind, paddedKeys: readonly string[]): Promise<Map<string, Value>> {
    const { client, height, later } = this.#options;
    const known = this.#known[kind];
    const unknown = paddedKeys.filter((cell) => !known.has(cell));
    if (unknown.length > 0) {
      const reading: PinnedReading = {
        height,
        inspect: (kind, key) => client.inspect(kind, key),
        valuesBefore: (_fromHeight, keys) => later.oldValues(keys),
      };
      const cells = await readPinnedCells(reading, kind, unknown);
      await later.assertPinned();
      for (const cell of unknown) known.set(cell, cells.get(cell) ?? null);
    }
    const found = paddedKeys.map((cell) => [cell, known.get(cell) ?? null] as const);
    return new Map(found.filter(([, value]) => value !== null));
  }

  /** Lists the cells of codes. Throws `CELLS_UNLISTED` for others, which a node does not list. */
  async list(kind: StateKind, prefix: string, page?: Page): Promise<readonly StateEntry[]> {
    const { prefixes } = this.#options.network;
    if (kind !== "local" || (prefix !== prefixes.contract && prefix !== prefixes.request)) throw unlisted();
    const keys = this.#options.codeKeys.filter((key) => key.startsWith(prefix)).toSorted();
    const cells = await this.read(kind, keys.map(padStateKey));
    const entries = keys.flatMap((key) => {
      const value = cells.get(padStateKey(key));
      return value === undefined ? [] : [{ key, value }];
    });
    const from = page === undefined ? 0 : (page.page - 1) * page.count;
    return page === undefined ? entries : entries.slice(from, from + page.count);
  }
}

export function unlisted(): ChainError {
  return new ChainError("CELLS_UNLISTED", "A node does not list cells over HTTP. ", {
    advice: "Where its data directory is at hand: --offline --data-dir <dir>",
  });
}
