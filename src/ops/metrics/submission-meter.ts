import { ChainError } from "../../codec/chain-error.js";
import type { Clock } from "../../base/clock/clock.js";
import type { Meters } from "./metric.js";
import { METRICS } from "./table.js";

/** Why a transaction is dropped: the chain is past its time, or it fails. */
type DropReason = "too_late" | "failed";

export interface SubmissionObserver {
  /** @param included resolves once the transaction is in a block, and is rejected when it is dropped. */
  onAccepted(included: () => Promise<void>): void;
  onRefused(error: unknown): void;
  onDropped(reason: DropReason): void;
}

/** Counts submissions, and measures the time to inclusion of one transaction at a time. */
export class SubmissionMeter implements SubmissionObserver {
  readonly #meters: Meters;
  readonly #clock: Clock;
  #isMeasuring = false;

  constructor(meters: Meters, clock: Clock) {
    this.#meters = meters;
    this.#clock = clock;
  }

  onAccepted(included: () => Promise<void>): void {
    this.#meters.add(METRICS.accepted);
    if (!this.#isMeasuring) void this.#measure(included);
  }

  onRefused(error: unknown): void {
    this.#meters.add(METRICS.refused, [error instanceof ChainError ? error.code : "INTERNAL"]);
  }

  onDropped(reason: DropReason): void {
    this.#meters.add(METRICS.dropped, [reason]);
  }

  async #measure(included: () => Promise<void>): Promise<void> {
    this.#isMeasuring = true;
    const beginUs = this.#clock.nowUs();
    try {
      await included();
      this.#meters.observe(METRICS.inclusion, (this.#clock.nowUs() - beginUs) / 1_000_000);
    } catch {
      // A dropped transaction has no time to inclusion. It is counted as dropped.
    } finally {
      this.#isMeasuring = false;
    }
  }
}
