import { isStateKey, padStateKey, type StateKind } from "../../codec/state-key.js";
import type { Value } from "../../codec/value.js";
import type { Ledger } from "../../ledger/ledger.js";
import * as errors from "../errors.js";

/** Inspect: the value of a state key and the height at which it was read. Throws `STATE_KEY` for an invalid key. */
export async function inspectState({ store }: Ledger, kind: StateKind, key: string): Promise<Value> {
  if (!isStateKey(key)) {
    throw errors.stateKey();
  }
  const cell = padStateKey(key);
  for (;;) {
    const tip = await store.lastMainBlock();
    const value = (await store.readState(kind, [cell])).get(cell) ?? null;
    // Read again: a block that was committed meanwhile may have written the cell.
    if ((await store.lastMainBlock())?.blockhash !== tip?.blockhash) continue;
    return new Map<string, Value>([
      ["key", key],
      ["value", value],
      ["height", BigInt(tip?.height ?? 0)],
    ]);
  }
}
