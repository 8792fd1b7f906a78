import { canonicalJson } from "../../codec/canonical-json.js";
import { padStateKey } from "../../codec/state-key.js";
import type { Value } from "../../codec/value.js";
import type { StateKind } from "../../store/store.js";
import type { ChainSource } from "./chain-source.js";
import { assertReached } from "./past-state.js";

/** A cell that two heights differ in. */
export interface StateChange {
  readonly kind: StateKind;
  /** As it was last written. */
  readonly stateKey: string;
  /** Null where it is absent. */
  readonly old: Value;
  readonly new: Value;
}

/** What the blocks above one height, up to another, changed together, in the order of first writing. */
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

/** A block says null also where it does not know what a cell held (PROTOCOL 8). */
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
