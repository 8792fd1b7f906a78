import { ChainError } from "../../codec/chain-error.js";
import { padStateKey } from "../../codec/state-key.js";
import type { Value } from "../../codec/value.js";
import type { StoredCode } from "../../records/stored-code.js";
import { confirmedHeight, selectMiners, selectValidators } from "../../ledger/validators.js";
import { toInteger } from "../../ledger/settle-block.js";
import type { StateKind } from "../../store/store.js";
import type { ChainSource } from "./chain-source.js";
import { assertConstantsKnown } from "./definition-known.js";
import { cellsBefore, restoreCodes } from "./state-before.js";

/**
 * The chain as it was after a main block. A cell's value is that before the first later block that wrote it; nothing is
 * executed again (PROTOCOL 8.5). Height 0 is before the first block.
 */
export class PastState {
  readonly height: number;
  readonly #open: () => Promise<ChainSource>;

  constructor(open: () => Promise<ChainSource>, height: number) {
    this.height = height;
    this.#open = open;
  }

  /** Returns the value of a cell, null when it was absent. */
  async state(kind: StateKind, key: string): Promise<Value> {
    return this.#cell(await this.#source(), kind, key);
  }

  /** Returns a balance in the smallest unit, null when the cell was absent. */
  async balance(address: string): Promise<Value> {
    const source = await this.#source();
    return this.#cell(source, "universal", source.network.prefixes.balance + address);
  }

  /** Returns a resource amount in the smallest unit, null when the cell was absent. */
  async resource(address: string): Promise<Value> {
    const source = await this.#source();
    return this.#cell(source, "universal", source.network.prefixes.resource + address);
  }

  /** Returns how many resource blocks had been paid: the cell `fixed_height` (PROTOCOL 8.8). */
  async fixedHeight(): Promise<bigint> {
    const source = await this.#source();
    return toInteger(await this.#cell(source, "local", source.network.keys.fixed_height));
  }

  /** Returns all registered codes, including unreadable ones. */
  async codes(): Promise<readonly StoredCode[]> {
    const source = await this.#source();
    await restoreCodes(source, this.height + 1);
    return source.codes.stored;
  }

  /** Returns the holders of the validator slots at the block's time, the newest slot last (PROTOCOL 9.13). */
  validators(): Promise<readonly string[]> {
    return this.#slots("The validators", selectValidators);
  }

  /** Returns the miners that were selected for the slots, in the same order (PROTOCOL 9.13). */
  miners(): Promise<readonly string[]> {
    return this.#slots("The miners", selectMiners);
  }

  async #slots(asker: string, select: typeof selectValidators): Promise<readonly string[]> {
    const source = await this.#source();
    assertConstantsKnown(source, asker);
    const { network, slots } = source;
    const sTimestampUs = (await source.summary(this.height))?.s_timestamp ?? 0;
    return select(slots, network, await confirmedHeight(slots, network, sTimestampUs));
  }

  async #cell(source: ChainSource, kind: StateKind, key: string): Promise<Value> {
    const cell = padStateKey(key);
    const keys = { universal: [], local: [], [kind]: [cell] };
    return (await cellsBefore(source, this.height + 1, keys))[kind].get(cell) ?? null;
  }

  async #source(): Promise<ChainSource> {
    const source = await this.#open();
    assertReached(this.height, source.height);
    return source;
  }
}

/** Throws `HEIGHT_UNKNOWN`. */
export function assertReached(height: number, tip: number): void {
  if (Number.isInteger(height) && height >= 0 && height <= tip) return;
  throw new ChainError("HEIGHT_UNKNOWN", "The chain has no such height. ", {
    kind: "not-found",
    details: { height, tip },
  });
}
