import type { SystemRequests } from "../../client/index.js";
import { ChainError } from "../../codec/chain-error.js";
import { padStateKey } from "../../codec/state-key.js";
import { createLane } from "../../consensus/lane.js";
import type { MainBlock } from "../../records/main-block.js";
import type { MainBlockSummary, StateKind } from "../../store/store.js";
import type { CellKeys, OldValues } from "../trial/chain-source.js";
import type { FirstWrite } from "../trial/first-writes.js";
import { readBlocks } from "./read-blocks.js";
import type { TrueValues } from "./true-values.js";

type Link = Pick<MainBlockSummary, "height" | "blockhash">;

/**
 * The values that a node's blocks after a pinned one replaced. Each block is read once. When the node undoes some of
 * these blocks, known values stay true: the value of a cell at the pinned block does not depend on later blocks.
 */
export class LaterBlocks {
  readonly #client: Pick<SystemRequests, "getBlocks" | "getBlockSummary">;
  readonly #pinned: Link;
  readonly #trueValues: TrueValues;
  readonly #first: Readonly<Record<StateKind, Map<string, FirstWrite>>> = {
    universal: new Map(),
    local: new Map(),
  };
  readonly #lane = createLane();
  #seen: Link;

  constructor(
    client: Pick<SystemRequests, "getBlocks" | "getBlockSummary">,
    pinned: Link,
    trueValues: TrueValues,
  ) {
    this.#client = client;
    this.#trueValues = trueValues;
    this.#pinned = pinned;
    this.#seen = pinned;
  }

  /**
   * Returns the values at the pinned block of those cells that a later block wrote. Throws `FORK_GONE` when the node's
   * chain no longer holds the pinned block.
   */
  async oldValues(keys: CellKeys): Promise<OldValues> {
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

  /** Throws `FORK_GONE` unless the node's chain still holds the pinned block. */
  async assertPinned(): Promise<void> {
    const { height, blockhash } = this.#pinned;
    const block = await this.#client.getBlockSummary(height);
    if (block?.blockhash !== blockhash) throw gone(this.#pinned);
  }

  async #catchUp(): Promise<void> {
    if (await this.#follow()) return;
    // The node undid the last block seen: read the new blocks from the pinned one on.
    this.#seen = this.#pinned;
    if (!(await this.#follow())) throw gone(this.#pinned);
  }

  /** Reads the blocks after the last one seen. Returns false when that one is no longer in the chain. */
  async #follow(): Promise<boolean> {
    let isFirst = true;
    for await (const block of readBlocks(this.#client, this.#seen.height)) {
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

function gone({ height, blockhash }: Link): ChainError {
  return new ChainError("FORK_GONE", "The node's chain has left the block that was forked. ", {
    kind: "unavailable",
    details: { height, blockhash },
    advice: "Fork it again.",
  });
}
