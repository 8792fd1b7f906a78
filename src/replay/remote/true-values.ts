import { ChainError } from "../../codec/chain-error.js";
import { padStateKey, stateKeyPrefix, type StateKind } from "../../codec/state-key.js";
import type { Value } from "../../codec/value.js";
import { CodeRegistry } from "../../ledger/code-registry.js";
import type { CellValues, NamedCells } from "../../ledger/counted-cells.js";
import { prepareTransaction } from "../../ledger/prepared-transaction.js";
import type { Network } from "../../records/network.js";
import { MAX_BLOCKS } from "../../records/operations/limits.js";
import type { SignedTransaction } from "../../records/transaction.js";
import type { StateEntry } from "../../store/store.js";
import { firstWritesIn, type FirstWrite, type FirstWrites } from "./first-writes.js";
import { readBlocks, type BlockSource } from "./read-blocks.js";

const KINDS: readonly StateKind[] = ["universal", "local"];

interface Cell {
  readonly kind: StateKind;
  readonly cell: string;
}

/**
 * Finds the values of cells before blocks of another node from its blocks alone. `old` is null for an absent cell and
 * for one that no read pass collected (PROTOCOL 7.5, 8.5). Running the read pass of the block's transactions again
 * tells the two apart. For an uncollected cell, the earlier blocks are read down to the last one that wrote it.
 */
export class TrueValues {
  readonly #client: BlockSource;
  readonly #network: Network;
  readonly #listed: readonly StateEntry[];

  /** @param listed the cells of the codes that the node lists. */
  constructor(client: BlockSource, network: Network, listed: readonly StateEntry[]) {
    this.#client = client;
    this.#network = network;
    this.#listed = listed;
  }

  /** Returns the values before the first writes from a height on, null for absent cells. */
  async before(writes: FirstWrites, fromHeight: number): Promise<CellValues> {
    const values = { universal: new Map<string, Value>(), local: new Map<string, Value>() };
    const doubtful = new Map<string, { readonly block: FirstWrite["block"]; readonly cells: Cell[] }>();
    for (const kind of KINDS) {
      for (const [cell, { old, block }] of writes[kind]) {
        values[kind].set(cell, old);
        if (old !== null || this.#isCode(kind, cell)) continue;
        const known = doubtful.get(block.blockhash) ?? { block, cells: [] };
        doubtful.set(block.blockhash, known);
        known.cells.push({ kind, cell });
      }
    }
    const open: Cell[] = [];
    for (const { block, cells } of doubtful.values()) {
      const collected = await this.#collectedBy(block);
      open.push(...cells.filter(({ kind, cell }) => !collected[kind].has(cell)));
    }
    for (const [{ kind, cell }, value] of await this.#lastWrites(open, fromHeight))
      values[kind].set(cell, value);
    return values;
  }

  /**
   * Whether a cell holds a code. Its key follows from the transaction alone, so it is always collected (PROTOCOL 7.5).
   */
  #isCode(kind: StateKind, cell: string): boolean {
    const { contract, request } = this.#network.prefixes;
    return kind === "local" && [contract, request].includes(stateKeyPrefix(cell));
  }

  /**
   * Returns the cells that a block's read passes collect; none when the node has another block at that height by now.
   */
  async #collectedBy({
    height,
    blockhash,
  }: FirstWrite["block"]): Promise<Readonly<Record<StateKind, ReadonlySet<string>>>> {
    const collected = { universal: new Set<string>(), local: new Set<string>() };
    const [block] = await this.#client.getBlocks(height);
    if (block?.blockhash !== blockhash) return collected;
    const codes = await this.#codesBefore(height);
    for (const transaction of block.transactions) {
      const cells = cellsOf(transaction, codes);
      for (const kind of KINDS) for (const cell of cells[kind]) collected[kind].add(cell);
    }
    return collected;
  }

  async #codesBefore(height: number): Promise<CodeRegistry> {
    const codes = new CodeRegistry(this.#network);
    codes.apply(this.#listed);
    const keys = this.#listed.map(({ key }) => padStateKey(key));
    const later = await firstWritesIn(readBlocks(this.#client, height), { universal: [], local: keys });
    codes.apply(Array.from(later.local, ([key, { old }]) => ({ key, value: old })));
    return codes;
  }

  /** Returns the values that the last block below a height wrote. A cell that no block wrote is left out. */
  async #lastWrites(
    cells: readonly Cell[],
    belowHeight: number,
  ): Promise<readonly (readonly [Cell, Value])[]> {
    const found: (readonly [Cell, Value])[] = [];
    let open = cells;
    for (let last = belowHeight - 1; last > 0 && open.length > 0; last -= MAX_BLOCKS) {
      const written = { universal: new Map<string, Value>(), local: new Map<string, Value>() };
      for await (const block of readBlocks(this.#client, Math.max(1, last - MAX_BLOCKS + 1))) {
        if (block.height > last) break;
        for (const kind of KINDS)
          for (const [key, update] of block[`${kind}_updates`])
            written[kind].set(padStateKey(key), update.new);
      }
      for (const cell of open) {
        const value = written[cell.kind].get(cell.cell);
        if (value !== undefined) found.push([cell, value]);
      }
      open = open.filter(({ kind, cell }) => !written[kind].has(cell));
    }
    return found;
  }
}

/** Returns the cells that a transaction's read pass collects; none when its code is unknown. */
function cellsOf(transaction: SignedTransaction, registry: CodeRegistry): NamedCells {
  try {
    return prepareTransaction(transaction, registry).cells;
  } catch (error) {
    if (error instanceof ChainError) return { universal: [], local: [] };
    throw error;
  }
}
