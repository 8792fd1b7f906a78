import type { Client, InspectedCell, SystemRequests } from "../../client/index.js";
import { type StateKind, padStateKey } from "../../codec/state-key.js";
import type { Value } from "../../codec/value.js";
import type { NamedCells, CellValues } from "../../ledger/counted-cells.js";
import type { Network } from "../../records/network.js";
import { setCells } from "../../store/cells.js";
import type { MainBlockSummary, StateEntry } from "../../store/store.js";
import * as errors from "../errors.js";
import { firstWritesIn, type FirstWrite } from "./first-writes.js";
import { blocksOf } from "./remote-main-chain.js";
import type { RemoteCells } from "./remote-cells.js";
import { TrueValues } from "./true-values.js";
import { createLane } from "../../base/lane.js";
import type { MainBlock } from "../../records/main-block.js";
import { readBlocks, type BlockSource } from "./read-blocks.js";

/** A node limits the connections from one address. */
const ASKED_TOGETHER = 16;

interface Source {
  readonly client: SystemRequests & Pick<Client, "inspect">;
  readonly network: Network;
  /** The last main block when the chain was opened. */
  readonly last: MainBlockSummary;
  /** The codes that the node listed then, or soon after. */
  readonly listed: readonly StateEntry[];
  /** The cells of codes after the last block, by padded key. */
  readonly codes: ReadonlyMap<string, StateEntry>;
}

/**
 * Cells of a node without StateAt, such as a 2.1 node: Inspect gives each cell at the node's current tip, and the writes of
 * later blocks are reverted.
 */
export class CellsFromBlocks implements RemoteCells {
  readonly #source: Source;
  readonly #trueValues: TrueValues;
  readonly #later: LaterBlocks;

  constructor(source: Source) {
    const { client, network, last, listed } = source;
    this.#source = source;
    this.#trueValues = new TrueValues(client, network, listed);
    this.#later = new LaterBlocks(client, last, this.#trueValues);
  }

  async stateAt(kind: StateKind, height: number, paddedKeys: readonly string[]): Promise<Map<string, Value>> {
    const { client, last } = this.#source;
    const { cells, isMoved } = await this.#inspect(kind, paddedKeys);
    if (isMoved) setCells(cells, await this.replacedSince(kind, paddedKeys));
    if (height >= last.height) return cells;
    const keys = keysOf(kind, paddedKeys);
    const writes = await firstWritesIn(blocksOf(client, height + 1, last.height), keys);
    return setCells(cells, (await this.#trueValues.before(writes, height + 1))[kind]);
  }

  async replacedSince(kind: StateKind, paddedKeys: readonly string[]): Promise<ReadonlyMap<string, Value>> {
    return (await this.#later.oldValues(keysOf(kind, paddedKeys)))[kind];
  }

  /** Reads cells as they are after the last block, or, when the node has moved on, at its tip. */
  async #inspect(
    kind: StateKind,
    paddedKeys: readonly string[],
  ): Promise<{ readonly cells: Map<string, Value>; readonly isMoved: boolean }> {
    const { client, codes, last } = this.#source;
    const cells = new Map<string, Value>();
    const unknown: string[] = [];
    for (const cell of paddedKeys) {
      const code = kind === "local" ? codes.get(cell) : undefined;
      if (code === undefined) unknown.push(cell);
      else cells.set(cell, code.value);
    }
    const inspected: InspectedCell[] = [];
    for (let asked = 0; asked < unknown.length; asked += ASKED_TOGETHER) {
      const next = unknown.slice(asked, asked + ASKED_TOGETHER);
      inspected.push(...(await Promise.all(next.map((key) => client.inspect(kind, key)))));
    }
    if (inspected.some(({ height }) => height < last.height))
      throw errors.chainUndone({ height: last.height });
    setCells(cells, new Map(inspected.map(({ value }, index) => [unknown[index] ?? "", value])));
    return { cells, isMoved: inspected.some(({ height }) => height > last.height) };
  }
}

function keysOf(kind: StateKind, paddedKeys: readonly string[]): NamedCells {
  return { universal: [], local: [], [kind]: paddedKeys };
}

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
