import type { Value } from "../../codec/value.js";
import type { LoadedCells } from "../../ledger/working-state.js";
import type { MainBlock } from "../../records/main-block.js";
import type { Network } from "../../records/network.js";
import type { MainBlockSummary, StateKind } from "../../store/store.js";
import type { SlotHistory } from "../../ledger/validators.js";
import type { ChainQuery } from "../../vm/machine.js";
import type { TrialCodes } from "./trial-codes.js";

/** Cells of both kinds, by padded key. */
export type CellKeys = Readonly<Record<StateKind, readonly string[]>>;

/** The values of cells before a block wrote them; null for an absent cell. */
export type OldValues = Readonly<Record<StateKind, ReadonlyMap<string, Value>>>;

/** The source of codes, cells and blocks for a trial: the store of a data directory, or a node over HTTP. */
export interface ChainSource {
  /** The network. Its genesis and manager addresses are meaningful only when the definition is known. */
  readonly network: Network;
  readonly isDefinitionKnown: boolean;
  readonly codes: TrialCodes;
  /** The main height of the codes and cells: that of the tip when the source was opened. */
  readonly height: number;
  /** Returns values by padded key; absent cells are left out. */
  readCells(kind: StateKind, paddedKeys: readonly string[]): Promise<LoadedCells>;
  /**
   * Returns the values of cells before the first main block from a height on that wrote them. Cells that no block wrote
   * are left out. Reads up to the current tip, which may be above `height`.
   */
  readonly valuesBefore: (fromHeight: number, keys: CellKeys) => Promise<OldValues>;
  /** Answers a query of a chain operator as JSON text. */
  answer(query: ChainQuery): Promise<string>;
  /** Returns the height of the main block that holds a transaction, null when no block does. */
  findBlock(transactionHash: string): Promise<number | null>;
  /** Returns the summary of a main block, null when there is no such block. */
  summary(height: number): Promise<MainBlockSummary | null>;
  /** The resource blocks from which validator and miner slots follow. */
  readonly slots: SlotHistory;
  /** Yields full main blocks from a height up to the tip, in ascending order. */
  blocksFrom(height: number): AsyncIterable<MainBlock>;
  close(): Promise<void>;
}
