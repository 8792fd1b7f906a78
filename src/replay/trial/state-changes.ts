import { canonicalJson } from "../../codec/canonical-json.js";
import { padStateKey } from "../../codec/state-key.js";
import type { Value } from "../../codec/value.js";
import type { StateKind } from "../../store/store.js";
import type { ChainSource } from "./chain-source.js";
import { assertReached } from "./past-state.js";

/** A cell that differs between two heights. */
export interface StateChange {
  readonly kind: StateKind;
  /** The state key as it was written last. */
  readonly stateKey: string;
  /** The earlier value, null when the cell was absent. */
  readonly old: Value;
  readonly new: Value;
}

/** Returns the combined changes of the blocks above one height up to another, in the order of the first writes. */
export async function stateChanges(
  source: ChainSource,
  fromHeight: number,
  toHeight: number,
): Promise<readonly StateChange[]> {
  for (const height of [fromHeight, toHeight]) assertReached(height, source.height);
  const changes = new Map<string, StateChange>();
  for await (const block of source.blocksFrom(fromHeight + 1)) {
    if (block.height > toHeight) break;
    for (const kind of ["universal", "local"] as const) {
      for (const [stateKey, update] of block[`${kind}_updates`]) {
        const cell = `${kind} ${padStateKey(stateKey)}`;
        const { old } = changes.get(cell) ?? update;
        changes.set(cell, { kind, stateKey, old, new: update.new });
      }
    }
  }
  const known = await withTrueValues(source, fromHeight, [...changes.values()]);
  return known.filter((change) => canonicalJson(change.old) !== canonicalJson(change.new));
}

/** Replaces `old` by the true earlier values: `old` is null for a cell that no read pass collected (PROTOCOL 8.5). */
async function withTrueValues(
  source: ChainSource,
  height: number,
  changes: readonly StateChange[],
): Promise<readonly StateChange[]> {
  const asked = (kind: StateKind): readonly string[] =>
    changes
      .filter((change) => change.kind === kind && change.old === null)
      .map(({ stateKey }) => padStateKey(stateKey));
  const before = await source.valuesBefore(height + 1, {
    universal: asked("universal"),
    local: asked("local"),
  });
  return changes.map((change) => ({
    ...change,
    old: before[change.kind].get(padStateKey(change.stateKey)) ?? change.old,
  }));
}
