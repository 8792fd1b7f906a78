import { canonicalJson } from "../codec/canonical-json.js";
import { padStateKey, type StateKind } from "../codec/state-key.js";
import type { Value } from "../codec/value.js";
import { assertReached } from "./at.js";
import type { ReadChain } from "./read-chain.js";

/** A cell that differs between two heights. */
export interface StateChange {
  readonly kind: StateKind;
  /** The state key as it was written last. */
  readonly stateKey: string;
  /** The earlier value, null when the cell was absent. */
  readonly old: Value;
  readonly new: Value;
}

/** Yields the combined changes of the blocks above one height up to another. Throws `HEIGHT_UNKNOWN`. */
export async function* stateChanges(
  { reader, height }: Pick<ReadChain, "reader" | "height">,
  fromHeight: number,
  toHeight: number,
): AsyncGenerator<StateChange> {
  for (const asked of [fromHeight, toHeight]) assertReached(asked, height);
  for await (const keys of reader.writtenKeys(fromHeight, toHeight)) {
    for (const kind of ["universal", "local"] as const) {
      const cells = keys[kind].map(padStateKey);
      if (cells.length === 0) continue;
      const before = await reader.readState(kind, cells, fromHeight);
      const after = await reader.readState(kind, cells, toHeight);
      for (const [index, stateKey] of keys[kind].entries()) {
        const cell = cells[index] ?? "";
        const change = { kind, stateKey, old: before.get(cell) ?? null, new: after.get(cell) ?? null };
        if (canonicalJson(change.old) !== canonicalJson(change.new)) yield change;
      }
    }
  }
}
