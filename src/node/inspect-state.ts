import { ChainError } from "../codec/chain-error.js";
import { isStateKey, padStateKey } from "../codec/state-key.js";
import type { Value } from "../codec/value.js";
import type { Ledger } from "../ledger/ledger.js";
import type { StateKind } from "../store/store.js";

/** Inspect: the value of a state key with the height it was read at. Throws `STATE_KEY` when it is not one. */
export async function inspectState({ store, tip }: Ledger, kind: StateKind, key: string): Promise<Value> {
  if (!isStateKey(key)) {
    throw new ChainError("STATE_KEY", "A state key is 66 to 128 lower-case hex characters. ", {
      kind: "usage",
    });
  }
  const { height } = tip;
  const cell = padStateKey(key);
  return new Map<string, Value>([
    ["key", key],
    ["value", (await store.readState(kind, [cell])).get(cell) ?? null],
    ["height", BigInt(height)],
  ]);
}
