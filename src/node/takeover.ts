import { repeat, type Clock } from "../base/clock/clock.js";
import { REFRESH_INTERVAL_US } from "../records/limits.js";

/** How many rounds must be quiet. A round in which no hypothesis wins is over after the refresh interval (PROTOCOL 9.3). */
const QUIET_ROUNDS = 2;
const LOOK_US = 1_000_000;

interface TakeoverOptions {
  readonly clock: Clock;
  /** Whether the node hears the network's round: it is connected and has the network's blocks. */
  readonly isHearing: () => boolean;
}

/**
 * The wait of a validator that takes over from another process with the same key: until that one has signed nothing for
 * two rounds.
 */
export class Takeover {
  readonly #options: TakeoverOptions;
  #quietSinceUs = 0;
  #end: (() => void) | null = null;

  constructor(options: TakeoverOptions) {
    this.#options = options;
  }

  get isWaiting(): boolean {
    return this.#end !== null;
  }

  /** Calls `onQuiet` once two rounds are quiet. */
  wait(onQuiet: () => void): void {
    const { clock, isHearing } = this.#options;
    this.noteForeign();
    this.#end ??= repeat(clock, LOOK_US, async () => {
      if (!isHearing()) this.noteForeign();
      if (clock.nowUs() - this.#quietSinceUs < QUIET_ROUNDS * REFRESH_INTERVAL_US) return;
      this.stop();
      onQuiet();
    });
  }

  /** Called when the other process has signed: the wait begins again. */
  noteForeign(): void {
    this.#quietSinceUs = this.#options.clock.nowUs();
  }

  stop(): void {
    this.#end?.();
    this.#end = null;
  }
}
