import { ADDRESS_LENGTH, isAddress } from "../../codec/address.js";
import { padStateKey, PREFIX_LENGTH } from "../../codec/state-key.js";
import { valueToText } from "../../codec/text.js";
import { isContainer, type Value } from "../../codec/value.js";
import type { GroundChange } from "./ground.js";
import { START_US } from "./generators.js";
import type { FuzzStep } from "./story.js";

const MOST = 24;
const TEN_YEARS_US = 315_360_000_000_000n;

/** Whether a value is a time near those of the sequences. */
export function timeOf(value: Value | undefined): bigint | null {
  const time =
    typeof value === "bigint"
      ? value
      : typeof value === "string" && /^[0-9]{16}$/.test(value)
        ? BigInt(value)
        : null;
  return time !== null && time > START_US - TEN_YEARS_US && time < START_US + TEN_YEARS_US ? time : null;
}

/** Adds a value to a short list of different ones; the oldest one goes. */
export function remember<T>(list: T[], value: T): void {
  const known = list.indexOf(value);
  if (known >= 0) list.splice(known, 1);
  list.push(value);
  if (list.length > MOST) list.shift();
}

/** A call to make again, at a time or at once. */
export interface Retry {
  readonly step: FuzzStep;
  readonly atUs: bigint | null;
}

/** A hash that a refused call computed, and no cell held: an earlier call could have stored it. */
export interface Wish {
  readonly hash: string;
  readonly step: FuzzStep;
}

interface AcceptedStep {
  readonly contract: number;
  readonly from: string;
  readonly parameters: ReadonlyMap<string, Value>;
}

/** What the calls of one sequence have seen. */
export class Memory {
  readonly addresses: string[] = [];
  readonly keys: string[] = [];
  readonly numbers: string[] = [];
  readonly times: bigint[] = [];
  /** The accepted calls: their senders and parameters belong together. */
  readonly calls: AcceptedStep[] = [];
  readonly retries: Retry[] = [];
  readonly wishes: Wish[] = [];

  copy(): Memory {
    const copy = new Memory();
    for (const list of ["addresses", "keys", "numbers", "times", "calls", "retries", "wishes"] as const)
      (copy[list] as unknown[]).push(...this[list]);
    return copy;
  }

  /** Notes an accepted call: its sender, its parameters, and what the cells hold now. */
  note(call: AcceptedStep, changes: readonly GroundChange[]): void {
    const { from } = call;
    remember(this.addresses, from);
    remember(this.calls, call);
    for (const { cell, new: value } of changes) {
      const key = cell.slice(PREFIX_LENGTH);
      const address = key.slice(0, ADDRESS_LENGTH);
      if (padStateKey(cell.slice(0, PREFIX_LENGTH) + address) === cell && isAddress(address))
        remember(this.addresses, address);
      else remember(this.keys, key);
      this.see(value);
    }
  }

  see(value: Value): void {
    if (isContainer(value) || value === null) return;
    const time = timeOf(value);
    const text = valueToText(value);
    if (time !== null) remember(this.times, time);
    else if (isAddress(text)) remember(this.addresses, text);
    else if (/^-?[0-9.]+$/.test(text)) remember(this.numbers, text);
  }
}
