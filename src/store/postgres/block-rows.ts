import type { StateKind } from "../../codec/state-key.js";
import type { MainBlockCommit } from "../store.js";

/** The rows of a main block in the tables. */
export interface BlockRows extends Pick<MainBlockCommit, "block" | "transactions" | "codeKeys"> {
  /** Each cell once. */
  readonly cells: readonly WrittenCell[];
}

export interface WrittenCell {
  readonly kind: StateKind;
  /** The state key as it was written. */
  readonly key: string;
  /** Canonical JSON; null where the block removed the cell. */
  readonly value: string | null;
}
