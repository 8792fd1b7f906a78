import { padStateKey } from "../../codec/state-key.js";
import type { Value } from "../../codec/value.js";
import type { MainBlock } from "../../records/main-block.js";
import type { Updates } from "../../records/updates.js";
import type { CellKeys, OldValues } from "./chain-source.js";

/** What cells held before the first of these blocks, ascending, that wrote them. Reads no further than it must. */
export async function oldValuesIn(blocks: AsyncIterable<MainBlock>, keys: CellKeys): Promise<OldValues> {
  const universal = new FirstOldValues(keys.universal);
  const local = new FirstOldValues(keys.local);
  if (universal.isComplete && local.isComplete) return { universal: universal.values, local: local.values };
  for await (const block of blocks) {
    universal.take(block.universal_updates);
    local.take(block.local_updates);
    if (universal.isComplete && local.isComplete) break;
  }
  return { universal: universal.values, local: local.values };
}

class FirstOldValues {
  readonly values = new Map<string, Value>();
  readonly #open: Set<string>;

  constructor(cells: readonly string[]) {
    this.#open = new Set(cells);
  }

  get isComplete(): boolean {
    return this.#open.size === 0;
  }

  take(updates: Updates): void {
    for (const [key, { old }] of updates) {
      const cell = padStateKey(key);
      if (this.#open.delete(cell)) this.values.set(cell, old);
    }
  }
}
