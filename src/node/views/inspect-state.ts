import { ChainError } from "../../codec/chain-error.js";
import { isStateKey, padStateKey } from "../../codec/state-key.js";
import type { Value } from "../../codec/value.js";
import type { Ledger } from "../../ledger/ledger.js";
import type { StateKind } from "../../store/store.js";

/** Inspect: the value of a state key with the height whose state it is of. Throws `STATE_KEY` when it is not one. */
export async function inspectState({ store }: Ledger, kind: StateKind, key: string): Promise<Value> {
  if (!isStateKey(key)) {
    throw new ChainError("STATE_KEY", "A state key is 66 to 128 lower-case hex characters. ", {
      kind: "usage",
    });
  }
  const cell = padStateKey(key);
  for (;;) {
    const tip = await store.lastMainBlock();
    const value = (await store.readState(kind, [cell])).get(cell) ?? null;
    // A block that is committed meanwhile may have written it.
    if ((await store.lastMainBlock())?.blockhash !== tip?.blockhash) continue;
    return new Map<string, Value>([
      ["key", key],
      ["value", value],
      ["height", BigInt(tip?.height ?? 0)],
    ]);
  }
}
