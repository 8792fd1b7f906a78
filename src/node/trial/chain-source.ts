import type { Value } from "../../codec/value.js";
import type { LoadedCells } from "../../ledger/working-state.js";
import type { MainBlock } from "../../records/main-block.js";
import type { Network } from "../../records/network.js";
import type { StateKind } from "../../store/store.js";
import type { ChainQuery } from "../../vm/machine.js";
import type { TrialCodes } from "./trial-codes.js";

/** Where a call that is only tried finds codes, cells and blocks: the store of a data directory, or a node over HTTP. */
export interface ChainSource {
  /** Its genesis and manager addresses mean something only when the definition is known. */
  readonly network: Network;
  readonly isDefinitionKnown: boolean;
  readonly codes: TrialCodes;
  /** The height of the last main block. */
  readonly height: number;
  /** Values by padded key; absent cells are left out. */
  readCells(kind: StateKind, paddedKeys: readonly string[]): Promise<LoadedCells>;
  answer(query: ChainQuery): Promise<Value>;
  /** The height of the main block that holds a transaction, null when none does. */
  findBlock(transactionHash: string): Promise<number | null>;
  /** Full main blocks from a height up to the tip, ascending. */
  blocksFrom(height: number): AsyncIterable<MainBlock>;
  close(): Promise<void>;
}
