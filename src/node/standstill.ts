import { messageOf } from "../codec/chain-error.js";
import type { Clock } from "../base/clock/clock.js";
import type { Ledger } from "../ledger/ledger.js";
import type { Log } from "../base/log.js";

const LOOK_INTERVAL_US = 1_000_000;

/**
 * Watches for a standstill: when the resource chain has had no new block for a confirm interval, there is no validator
 * that may seal main blocks, until the next resource block (PROTOCOL 9.14). Logs when a standstill begins and ends.
 */
export class StandstillWatch {
  readonly #ledger: Ledger;
  readonly #clock: Clock;
  readonly #log: Log;
  #isStandingStill = false;
  #nextLookUs = 0;

  constructor(ledger: Ledger, clock: Clock, log: Log) {
    this.#ledger = ledger;
    this.#clock = clock;
    this.#log = log;
  }

  async isStandingStill(): Promise<boolean> {
    return (await this.#ledger.validatorsAt(this.#clock.nowUs())).length === 0;
  }

  /** Checks, unless it just did, and logs a change. */
  async look(): Promise<void> {
    const now = this.#clock.nowUs();
    if (now < this.#nextLookUs) return;
    this.#nextLookUs = now + LOOK_INTERVAL_US;
    try {
      const isStandingStill = await this.isStandingStill();
      if (isStandingStill === this.#isStandingStill) return;
      this.#isStandingStill = isStandingStill;
      const height = this.#ledger.resourceChain.tip?.height ?? 0;
      this.#log({
        level: isStandingStill ? "warn" : "info",
        module: "consensus",
        message: isStandingStill
          ? "the chain stands still: no resource block for a confirm interval, so no validator may seal; mine one to continue"
          : "the chain continues",
        fields: { resource_height: height },
      });
    } catch (error) {
      this.#log({ level: "error", module: "consensus", message: messageOf(error) });
    }
  }
}
