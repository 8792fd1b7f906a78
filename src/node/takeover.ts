import { repeat, type Clock } from "../base/clock/clock.js";
import { REFRESH_INTERVAL_US } from "../records/limits.js";

/** How many rounds must be quiet. A round in which no hypothesis wins is over after the refresh interval (PROTOCOL 9.3). */
const QUIET_ROUNDS = 2;
const QUIET_US = QUIET_ROUNDS * REFRESH_INTERVAL_US;
const LOOK_US = 1_000_000;

/** What a node hears of the network's round: all of it; not all, while it takes blocks from a peer; or nothing. */
export type Hearing = "all" | "part" | "nothing";

interface TakeoverOptions {
  readonly clock: Clock;
  readonly hearing: () => Hearing;
}

/**
 * The wait of a validator that takes over from another process with the same key: until it has heard two rounds, together,
 * in which that one has signed nothing. Under traffic a node takes blocks again and again: what it has heard between counts.
 */
export class Takeover {
  readonly #options: TakeoverOptions;
  #quietUs = 0;
  #end: (() => void) | null = null;

  constructor(options: TakeoverOptions) {
    this.#options = options;
  }

  get isWaiting(): boolean {
    return this.#end !== null;
  }

  /** Calls `onQuiet` once two rounds are quiet. */
  wait(onQuiet: () => void): void {
    const { clock, hearing } = this.#options;
    this.noteForeign();
    this.#end ??= repeat(clock, LOOK_US, async () => {
      const heard = hearing();
      if (heard === "nothing") this.noteForeign();
      if (heard === "all") this.#quietUs += LOOK_US;
      if (this.#quietUs < QUIET_US) return;
      this.stop();
      onQuiet();
    });
  }

  /** Called when the other process has signed: the wait begins again. */
  noteForeign(): void {
    this.#quietUs = 0;
  }

  stop(): void {
    this.#end?.();
    this.#end = null;
  }
}
