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
export function submissionMeter(meters: Meters, clock: Clock): SubmissionObserver {
  let isMeasuring = false;
  async function measure(included: () => Promise<void>): Promise<void> {
    isMeasuring = true;
    const beginUs = clock.nowUs();
    try {
      await included();
      meters.observe(METRICS.inclusion, (clock.nowUs() - beginUs) / 1_000_000);
    } catch {
      // A dropped transaction has no time to inclusion. It is counted as dropped.
    } finally {
      isMeasuring = false;
    }
  }
  return {
    onAccepted(included) {
      meters.add(METRICS.accepted);
      if (!isMeasuring) void measure(included);
    },
    onRefused: (error) =>
      meters.add(METRICS.refused, [error instanceof ChainError ? error.code : "INTERNAL"]),
    onDropped: (reason) => meters.add(METRICS.dropped, [reason]),
  };
}
