import { padStateKey, PREFIX_LENGTH } from "../../codec/state-key.js";
import type { Value } from "../../codec/value.js";
import type { Ground, GroundChange } from "./ground.js";

/** The most hashes that are known at a time. */
const MOST_HASHES = 4096;

/** Knows whose a cell is: that of the address in its key, in what the key is a hash of, or in a cell of the same key. */
export class Owners {
  readonly #hashed = new Map<string, string>();

  /** Notes a hash with its text, in which known hashes are what they are made of. */
  learn(hashed: ReadonlyMap<string, string>): void {
    for (const [hash, text] of hashed) {
      if (this.#hashed.size >= MOST_HASHES) this.#hashed.clear();
      this.#hashed.set(
        keyOf(hash),
        text.replace(/[0-9a-f]{40,64}/g, (key) => `${key} ${this.#hashed.get(keyOf(key)) ?? ""}`),
      );
    }
  }

  /** Whether the key of a cell is an address, or a hash of it. */
  isKeyOf(cell: string, address: string): boolean {
    const key = cell.slice(PREFIX_LENGTH);
    return key === keyOf(address) || this.#hashed.get(key)?.includes(address) === true;
  }

  /** Whether a changed cell was that of an address before the call. */
  isOf(
    { cell, old }: GroundChange,
    address: string,
    before: Ground,
    changes: readonly GroundChange[],
  ): boolean {
    if (old === address || this.isKeyOf(cell, address)) return true;
    const key = cell.slice(PREFIX_LENGTH);
    // What stands under `00` is the whole contract's.
    if (/^0*$/.test(key)) return false;
    const oldOf = (kind: GroundChange["kind"], each: string, value: Value): Value => {
      const change = changes.find((one) => one.kind === kind && one.cell === each);
      return change === undefined ? value : change.old;
    };
    for (const kind of ["universal", "local"] as const)
      for (const [each, value] of before.cells(kind))
        if (each.endsWith(key) && oldOf(kind, each, value) === address) return true;
    return false;
  }
}

function keyOf(text: string): string {
  return padStateKey("0".repeat(PREFIX_LENGTH) + text).slice(PREFIX_LENGTH);
}
