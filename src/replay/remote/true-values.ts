import { attempted } from "../../codec/chain-error.js";
import { padStateKey, stateKeyPrefix, type StateKind } from "../../codec/state-key.js";
import type { Value } from "../../codec/value.js";
import { CodeRegistry } from "../../ledger/code-registry.js";
import type { CellValues, NamedCells } from "../../ledger/counted-cells.js";
import { prepareTransaction } from "../../ledger/prepared-transaction.js";
import type { Network } from "../../records/network.js";
import { MAX_BLOCKS } from "../../records/operations/limits.js";
import type { StateEntry } from "../../store/store.js";
import { firstWritesIn, type FirstWrite, type FirstWrites } from "./first-writes.js";
import { readBlocks, type BlockSource } from "./read-blocks.js";

const KINDS: readonly StateKind[] = ["universal", "local"];
/** Of a transaction whose code is unknown. */
const NO_CELLS: NamedCells = { universal: [], local: [] };

interface Cell {
  readonly kind: StateKind;
  readonly cell: string;
}

/** Returns the values before the first writes from a height on, null for absent cells. */
export type TrueValues = (writes: FirstWrites, fromHeight: number) => Promise<CellValues>;

/**
 * Finds the values of cells before blocks of another node from its blocks alone. `old` is null for an absent cell and
 * for one that no read pass collected (PROTOCOL 7.5, 8.5). Running the read pass of the block's transactions again
 * tells the two apart. For an uncollected cell, the earlier blocks are read down to the last one that wrote it.
 *
 * @param listed the cells of the codes that the node lists.
 */
export function createTrueValues(
  client: BlockSource,
  network: Network,
  listed: readonly StateEntry[],
): TrueValues {
  const { contract, request } = network.prefixes;
  /** A code's key follows from the transaction alone, so its cell is always collected (PROTOCOL 7.5). */
  const isCode = (kind: StateKind, cell: string): boolean =>
    kind === "local" && [contract, request].includes(stateKeyPrefix(cell));

  async function codesBefore(height: number): Promise<CodeRegistry> {
    const codes = new CodeRegistry(network);
    codes.apply(listed);
    const keys = listed.map(({ key }) => padStateKey(key));
    const later = await firstWritesIn(readBlocks(client, height), { universal: [], local: keys });
    codes.apply(Array.from(later.local, ([key, { old }]) => ({ key, value: old })));
    return codes;
  }

  /** Returns the cells that a block's read passes collect; none when the node has another block there by now. */
  async function collectedBy({ height, blockhash }: FirstWrite["block"]) {
    const collected = { universal: new Set<string>(), local: new Set<string>() };
    const [block] = await client.getBlocks(height);
    if (block?.blockhash !== blockhash) return collected;
    const codes = await codesBefore(height);
    for (const transaction of block.transactions) {
      const cells = attempted(() => prepareTransaction(transaction, codes).cells, NO_CELLS);
      for (const kind of KINDS) for (const cell of cells[kind]) collected[kind].add(cell);
    }
    return collected;
  }

  /** Sets the values that the last block below a height wrote. A cell that no block wrote is left as it is. */
  async function setLastWrites(
    values: Readonly<Record<StateKind, Map<string, Value>>>,
    cells: readonly Cell[],
    belowHeight: number,
  ): Promise<void> {
    let open = cells;
    for (let last = belowHeight - 1; last > 0 && open.length > 0; last -= MAX_BLOCKS) {
      const written = { universal: new Map<string, Value>(), local: new Map<string, Value>() };
      for await (const block of readBlocks(client, Math.max(1, last - MAX_BLOCKS + 1))) {
        if (block.height > last) break;
        for (const kind of KINDS)
          for (const [key, update] of block[`${kind}_updates`])
            written[kind].set(padStateKey(key), update.new);
      }
      open = open.filter(({ kind, cell }) => {
        const value = written[kind].get(cell);
        if (value !== undefined) values[kind].set(cell, value);
        return value === undefined;
      });
    }
  }

  return async (writes, fromHeight) => {
    const values = { universal: new Map<string, Value>(), local: new Map<string, Value>() };
    const doubtful = new Map<string, { readonly block: FirstWrite["block"]; readonly cells: Cell[] }>();
    for (const kind of KINDS) {
      for (const [cell, { old, block }] of writes[kind]) {
        values[kind].set(cell, old);
        if (old !== null || isCode(kind, cell)) continue;
        const known = doubtful.get(block.blockhash) ?? { block, cells: [] };
        doubtful.set(block.blockhash, known);
        known.cells.push({ kind, cell });
      }
    }
    const open: Cell[] = [];
    for (const { block, cells } of doubtful.values()) {
      const collected = await collectedBy(block);
      open.push(...cells.filter(({ kind, cell }) => !collected[kind].has(cell)));
    }
    await setLastWrites(values, open, fromHeight);
    return values;
  };
}
