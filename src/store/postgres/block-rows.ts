import { canonicalJson } from "../../codec/canonical-json.js";
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

export function rowsOf({ block, transactions, codeKeys, ...writes }: MainBlockCommit): BlockRows {
  const cells = (["universal", "local"] as const).flatMap((kind) =>
    writes[kind].map(({ key, value }) => ({
      kind,
      key,
      value: value === null ? null : canonicalJson(value),
    })),
  );
  return { block, transactions, codeKeys, cells };
}
