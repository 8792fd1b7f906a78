import type { StateKind } from "../../codec/state-key.js";
import type { Value } from "../../codec/value.js";

/** The cells of another node's chain, which was opened at its last main block of that time. */
export interface RemoteCells {
  /**
   * The values after the block of a height, up to that block's, by padded key; absent cells are left out. Throws
   * `CHAIN_UNDONE` when the node's chain no longer holds that block.
   */
  stateAt(kind: StateKind, height: number, paddedKeys: readonly string[]): Promise<Map<string, Value>>;
  /** The values after that block of at least those cells that later blocks wrote, null for absent ones. */
  replacedSince(kind: StateKind, paddedKeys: readonly string[]): Promise<ReadonlyMap<string, Value>>;
}
