import { canonicalJson } from "../codec/canonical-json.js";
import { padStateKey, type StateKind } from "../codec/state-key.js";
import type { Value } from "../codec/value.js";
import { readUpdates } from "../records/updates.js";
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

/** Returns the combined changes of the blocks above one height up to another, in the order of the first writes. */
export async function stateChanges(
  { reader, height }: Pick<ReadChain, "reader" | "height">,
  fromHeight: number,
  toHeight: number,
): Promise<readonly StateChange[]> {
  for (const asked of [fromHeight, toHeight]) assertReached(asked, height);
  const changes = new Map<string, StateChange>();
  for await (const block of reader.streamMainBlocks(fromHeight + 1, toHeight)) {
    for (const kind of ["universal", "local"] as const) {
      for (const [stateKey, update] of readUpdates(block[`${kind}_updates`])) {
        const cell = `${kind} ${padStateKey(stateKey)}`;
        const { old } = changes.get(cell) ?? update;
        changes.set(cell, { kind, stateKey, old, new: update.new });
      }
    }
  }
  // `old` is null also for a cell that no read pass collected (PROTOCOL 8.5).
  const cellsOf = (kind: StateKind): readonly string[] =>
    [...changes.values()]
      .filter((change) => change.kind === kind && change.old === null)
      .map(({ stateKey }) => padStateKey(stateKey));
  const before = {
    universal: await reader.stateAt("universal", fromHeight, cellsOf("universal")),
    local: await reader.stateAt("local", fromHeight, cellsOf("local")),
  };
  return [...changes.values()]
    .map(({ kind, stateKey, old, new: now }) => {
      const known = before[kind].get(padStateKey(stateKey)) ?? old;
      return { kind, stateKey, old: known, new: now };
    })
    .filter((change) => canonicalJson(change.old) !== canonicalJson(change.new));
}
