import type { ChainError } from "../codec/chain-error.js";
import { repeat, type Clock } from "../base/clock/clock.js";
import type { Ledger } from "../ledger/ledger.js";
import type { Tracker } from "../peers/tracking/tracker.js";
import { TIMESTAMP_ERROR_US } from "../records/limits.js";
import * as errors from "./errors.js";

interface ClockWatchOptions {
  readonly ledger: Pick<Ledger, "validatorsAt">;
  readonly clock: Clock;
  /** The validator's address. */
  readonly address: string;
  readonly tracker: () => Pick<Tracker, "clockOffset" | "isSurelyWrong"> | undefined;
}

const LOOK_US = 1_000_000;

/** Whether a validator is sure to be wrong about the time, so that it must sign nothing (PROTOCOL 15.13). */
export class ClockWatch {
  readonly #options: ClockWatchOptions;
  #refusal: ChainError | null = null;
  #end: (() => void) | null = null;

  constructor(options: ClockWatchOptions) {
    this.#options = options;
  }

  /** Why the validator signs nothing now; null while it may. */
  get refusal(): ChainError | null {
    return this.#refusal;
  }

  start(): void {
    this.#end ??= repeat(this.#options.clock, LOOK_US, () => this.look());
  }

  stop(): void {
    this.#end?.();
    this.#end = null;
  }

  async look(): Promise<void> {
    const { ledger, clock, address, tracker } = this.#options;
    const nowUs = clock.nowUs();
    const offset = tracker()?.clockOffset(nowUs) ?? null;
    if (offset === null || Math.abs(offset.offsetUs) <= TIMESTAMP_ERROR_US) {
      this.#refusal = null;
      return;
    }
    // A store that fails has a health check of its own; until it answers, the last verdict holds.
    const slots = await ledger.validatorsAt(nowUs).catch(() => null);
    if (slots === null) return;
    const holders = new Set(slots);
    const isWrong = holders.delete(address) && tracker()?.isSurelyWrong(nowUs, holders) === true;
    const seconds = Math.round(Math.abs(offset.offsetUs) / 1_000_000);
    const side = offset.offsetUs > 0 ? "behind" : "ahead of";
    this.#refusal = isWrong ? errors.clockRefused({ seconds, side }) : null;
  }
}
