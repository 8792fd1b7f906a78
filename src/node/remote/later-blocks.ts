import type { SystemRequests } from "../../client/index.js";
import { ChainError } from "../../codec/chain-error.js";
import { padStateKey } from "../../codec/state-key.js";
import type { Value } from "../../codec/value.js";
import { Lane } from "../../consensus/lane.js";
import type { MainBlock } from "../../records/main-block.js";
import type { MainBlockSummary, StateKind } from "../../store/store.js";
import type { CellKeys, OldValues } from "../trial/chain-source.js";
import { readBlocks } from "./read-blocks.js";

type Link = Pick<MainBlockSummary, "height" | "blockhash">;

/**
 * What a node's blocks after a pinned one wrote over: each block is read once. When the node takes some of them back for
 * others, what is known stays true; what a cell held at the pinned block does not depend on what came after.
 */
export class LaterBlocks {
  readonly #client: Pick<SystemRequests, "getBlocks" | "getBlockSummary">;
  readonly #pinned: Link;
  readonly #old: Readonly<Record<StateKind, Map<string, Value>>> = { universal: new Map(), local: new Map() };
  readonly #lane = new Lane();
  #seen: Link;

  constructor(client: Pick<SystemRequests, "getBlocks" | "getBlockSummary">, pinned: Link) {
    this.#client = client;
    this.#pinned = pinned;
    this.#seen = pinned;
  }

  /** Of these cells, those that a block wrote by now. Throws `FORK_GONE` when the node's chain has left the pinned block. */
  async oldValues(keys: CellKeys): Promise<OldValues> {
    await this.#lane.run(() => this.#catchUp());
    const pick = (kind: StateKind): ReadonlyMap<string, Value> => {
      const found = new Map<string, Value>();
      for (const cell of keys[kind]) {
        const old = this.#old[kind].get(cell);
        if (old !== undefined) found.set(cell, old);
      }
      return found;
    };
    return { universal: pick("universal"), local: pick("local") };
  }

  /** Throws `FORK_GONE` unless the node's chain still holds the pinned block. */
  async assertPinned(): Promise<void> {
    const { height, blockhash } = this.#pinned;
    const block = await this.#client.getBlockSummary(height);
    if (block?.blockhash !== blockhash) throw gone(this.#pinned);
  }

  async #catchUp(): Promise<void> {
    if (await this.#follow()) return;
    // The blocks seen last are no longer there: the others begin after the pinned one, which is.
    this.#seen = this.#pinned;
    if (!(await this.#follow())) throw gone(this.#pinned);
  }

  /** False when the block seen last is not in the chain any more. */
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
    for (const kind of ["universal", "local"] as const) {
      for (const [key, { old }] of block[`${kind}_updates`]) {
        const cell = padStateKey(key);
        if (!this.#old[kind].has(cell)) this.#old[kind].set(cell, old);
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
