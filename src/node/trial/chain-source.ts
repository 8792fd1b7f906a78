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

/** What cells held before a block wrote them, null where they were absent. */
export type OldValues = Readonly<Record<StateKind, ReadonlyMap<string, Value>>>;

/** Where a call that is only tried finds codes, cells and blocks: the store of a data directory, or a node over HTTP. */
export interface ChainSource {
  /** Its genesis and manager addresses mean something only when the definition is known. */
  readonly network: Network;
  readonly isDefinitionKnown: boolean;
  readonly codes: TrialCodes;
  /** The main height that codes and cells are those of: the tip when the source was opened. */
  readonly height: number;
  /** Values by padded key; absent cells are left out. */
  readCells(kind: StateKind, paddedKeys: readonly string[]): Promise<LoadedCells>;
  /**
   * What cells held before the first main block from a height on that wrote them; a cell that none wrote is left out.
   * Counts from the tip of now, which may be younger than `height`.
   */
  readonly valuesBefore: (fromHeight: number, keys: CellKeys) => Promise<OldValues>;
  /** JSON text. */
  answer(query: ChainQuery): Promise<string>;
  /** The height of the main block that holds a transaction, null when none does. */
  findBlock(transactionHash: string): Promise<number | null>;
  /** Null when there is no such main block. */
  summary(height: number): Promise<MainBlockSummary | null>;
  /** Who held the validator and miner slots. */
  readonly slots: SlotHistory;
  /** Full main blocks from a height up to the tip, ascending. */
  blocksFrom(height: number): AsyncIterable<MainBlock>;
  close(): Promise<void>;
}
