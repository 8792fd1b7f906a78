import { padStateKey, type StateKind } from "../codec/state-key.js";
import type { Value } from "../codec/value.js";
import { toInteger } from "../ledger/settle-block.js";
import { confirmedHeight, selectMiners, selectValidators } from "../ledger/validators.js";
import type { StoredCode } from "../records/stored-code.js";
import { at, assertReached } from "./at.js";
import type { ReadChain } from "./read-chain.js";
import { canonicalJson } from "../codec/canonical-json.js";

/** The state after a main block. Height 0 is before the first block. Throws `HEIGHT_UNKNOWN` above the tip. */
export class PastState {
  readonly height: number;
  readonly #open: () => Promise<ReadChain>;

  constructor(open: () => Promise<ReadChain>, height: number) {
    this.height = height;
    this.#open = open;
  }

  /** Returns the value of a cell, null when it was absent. */
  async state(kind: StateKind, key: string): Promise<Value> {
    return this.#cell(await this.#open(), kind, key);
  }

  /** Returns a balance in the smallest unit, null when the cell was absent. */
  async balance(address: string): Promise<Value> {
    const chain = await this.#open();
    return this.#cell(chain, "universal", chain.network.prefixes.balance + address);
  }

  /** Returns a resource amount in the smallest unit, null when the cell was absent. */
  async resource(address: string): Promise<Value> {
    const chain = await this.#open();
    return this.#cell(chain, "universal", chain.network.prefixes.resource + address);
  }

  /** Returns how many resource blocks had been paid: the cell `fixed_height` (PROTOCOL 8.8). */
  async fixedHeight(): Promise<bigint> {
    const chain = await this.#open();
    return toInteger(await this.#cell(chain, "local", chain.network.keys.fixed_height));
  }

  /** Returns all registered codes, including unreadable ones. */
  async codes(): Promise<readonly StoredCode[]> {
    return (await (await this.#open()).at(this.height)).codes.stored;
  }

  /** Returns the holders of the validator slots at the block's time, the newest slot last (PROTOCOL 9.13). */
  validators(): Promise<readonly string[]> {
    return this.#slots("The validators", selectValidators);
  }

  /** Returns the miner of each slot's resource block, in the same order (PROTOCOL 9.13). */
  miners(): Promise<readonly string[]> {
    return this.#slots("The miners", selectMiners);
  }

  async #slots(asker: string, select: typeof selectValidators): Promise<readonly string[]> {
    const chain = await this.#open();
    chain.assertConstantsKnown(asker);
    const { network } = chain;
    const reader = await at(chain.reader, this.height);
    const sTimestampUs = (await reader.mainBlockSummary("last"))?.s_timestamp ?? 0;
    return select(reader, network, await confirmedHeight(reader, network, sTimestampUs));
  }

  async #cell({ reader }: ReadChain, kind: StateKind, key: string): Promise<Value> {
    const cell = padStateKey(key);
    return (await (await at(reader, this.height)).readState(kind, [cell])).get(cell) ?? null;
  }
}

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
