import { padStateKey, type StateKind } from "../../codec/state-key.js";
import { createLane } from "../../base/lane.js";
import type { CellValues, NamedCells } from "../../ledger/counted-cells.js";
import type { MainBlock } from "../../records/main-block.js";
import type { MainBlockSummary } from "../../store/store.js";
import type { FirstWrite } from "./first-writes.js";
import { readBlocks, type BlockSource } from "./read-blocks.js";
import type { TrueValues } from "./true-values.js";
import * as errors from "../errors.js";

type Link = Pick<MainBlockSummary, "height" | "blockhash">;

/**
 * The values that a node's blocks after a pinned one replaced. Each block is read once. When the node undoes some of
 * these blocks, known values stay true: the value of a cell at the pinned block does not depend on later blocks.
 */
export class LaterBlocks {
  readonly #client: BlockSource;
  readonly #pinned: Link;
  readonly #trueValues: TrueValues;
  readonly #first: Readonly<Record<StateKind, Map<string, FirstWrite>>> = {
    universal: new Map(),
    local: new Map(),
  };
  readonly #lane = createLane();
  #seen: Link;

  constructor(client: BlockSource, pinned: Link, trueValues: TrueValues) {
    this.#client = client;
    this.#trueValues = trueValues;
    this.#pinned = pinned;
    this.#seen = pinned;
  }

  /**
   * Returns the values at the pinned block of those cells that a later block wrote, null for absent ones. Throws
   * `CHAIN_UNDONE` when the node's chain no longer holds the pinned block.
   */
  async oldValues(keys: NamedCells): Promise<CellValues> {
    await this.#lane(() => this.#catchUp());
    const pick = (kind: StateKind): ReadonlyMap<string, FirstWrite> => {
      const found = new Map<string, FirstWrite>();
      for (const cell of keys[kind]) {
        const first = this.#first[kind].get(cell);
        if (first !== undefined) found.set(cell, first);
      }
      return found;
    };
    const writes = { universal: pick("universal"), local: pick("local") };
    return this.#trueValues.before(writes, this.#pinned.height + 1);
  }

  async #catchUp(): Promise<void> {
    if (await this.#follow()) return;
    // The node undid the last block seen: read the new blocks from the pinned one on.
    this.#seen = this.#pinned;
    if (!(await this.#follow())) throw errors.chainUndone({ height: this.#pinned.height });
  }

  /** Reads the blocks after the last one seen. Returns false when that one is no longer in the chain. */
  async #follow(): Promise<boolean> {
    let isFirst = this.#seen.height > 0;
    for await (const block of readBlocks(this.#client, Math.max(1, this.#seen.height))) {
      const isLinked = isFirst
        ? block.blockhash === this.#seen.blockhash
        : block.previous_blockhash === this.#seen.blockhash;
      if (!isLinked) return false;
      if (!isFirst) this.#take(block);
      isFirst = false;
      this.#seen = { height: block.height, blockhash: block.blockhash };
    }
    return !isFirst;
  }

  #take(block: MainBlock): void {
    const link = { height: block.height, blockhash: block.blockhash };
    for (const kind of ["universal", "local"] as const) {
      for (const [key, { old }] of block[`${kind}_updates`]) {
        const cell = padStateKey(key);
        if (!this.#first[kind].has(cell)) this.#first[kind].set(cell, { old, block: link });
      }
    }
  }
}
