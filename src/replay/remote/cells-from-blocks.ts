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
import { createTrueValues, type TrueValues } from "./true-values.js";
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

/** Cells of a node without StateAt: Inspect gives those at its tip, and the writes of later blocks are reverted. */
export function cellsFromBlocks({ client, network, last, listed, codes }: Source): RemoteCells {
  const trueValues = createTrueValues(client, network, listed);
  const oldValues = valuesReplaced(client, last, trueValues);
  const replacedSince: RemoteCells["replacedSince"] = async (kind, paddedKeys) =>
    (await oldValues(keysOf(kind, paddedKeys)))[kind];

  /** Reads cells as they are after the last block, or, when the node has moved on, at its tip. */
  async function inspect(kind: StateKind, paddedKeys: readonly string[]) {
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

  return {
    async stateAt(kind, height, paddedKeys) {
      const { cells, isMoved } = await inspect(kind, paddedKeys);
      if (isMoved) setCells(cells, await replacedSince(kind, paddedKeys));
      if (height >= last.height) return cells;
      const keys = keysOf(kind, paddedKeys);
      const writes = await firstWritesIn(blocksOf(client, height + 1, last.height), keys);
      return setCells(cells, (await trueValues(writes, height + 1))[kind]);
    },
    replacedSince,
  };
}

function keysOf(kind: StateKind, paddedKeys: readonly string[]): NamedCells {
  return { universal: [], local: [], [kind]: paddedKeys };
}

type Link = Pick<MainBlockSummary, "height" | "blockhash">;

/**
 * Returns a function that finds the values at a pinned block of those cells that a later block of the node wrote, null
 * for absent ones. Each block is read once. When the node undoes some of these blocks, known values stay true: the value
 * of a cell at the pinned block does not depend on later blocks. Throws `CHAIN_UNDONE` when the node's chain no longer
 * holds the pinned block.
 */
export function valuesReplaced(
  client: BlockSource,
  pinned: Link,
  trueValues: TrueValues,
): (keys: NamedCells) => Promise<CellValues> {
  const first = { universal: new Map<string, FirstWrite>(), local: new Map<string, FirstWrite>() };
  const lane = createLane();
  let seen = pinned;

  /** Reads the blocks after the last one seen. Returns false when that one is no longer in the chain. */
  async function follow(): Promise<boolean> {
    let isFirst = seen.height > 0;
    for await (const block of readBlocks(client, Math.max(1, seen.height))) {
      const isLinked = (isFirst ? block.blockhash : block.previous_blockhash) === seen.blockhash;
      if (!isLinked) return false;
      seen = { height: block.height, blockhash: block.blockhash };
      if (!isFirst) take(block, seen);
      isFirst = false;
    }
    return !isFirst;
  }

  function take(block: MainBlock, link: Link): void {
    for (const kind of ["universal", "local"] as const) {
      for (const [key, { old }] of block[`${kind}_updates`]) {
        const cell = padStateKey(key);
        if (!first[kind].has(cell)) first[kind].set(cell, { old, block: link });
      }
    }
  }

  async function catchUp(): Promise<void> {
    if (await follow()) return;
    // The node undid the last block seen: read the new blocks from the pinned one on.
    seen = pinned;
    if (!(await follow())) throw errors.chainUndone({ height: pinned.height });
  }

  return async (keys) => {
    await lane(catchUp);
    const pick = (kind: StateKind): ReadonlyMap<string, FirstWrite> =>
      new Map(
        keys[kind].flatMap((cell) => {
          const write = first[kind].get(cell);
          return write === undefined ? [] : [[cell, write] as const];
        }),
      );
    return trueValues({ universal: pick("universal"), local: pick("local") }, pinned.height + 1);
  };
}
