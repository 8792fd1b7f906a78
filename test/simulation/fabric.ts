import type { Clock } from "../../src/base/clock/clock.js";
import { WHOLE, type Cut } from "./cuts.js";
import type { Dice } from "./dice.js";
import type { Tally } from "./tally.js";

/** How the network treats messages. */
export interface Weather {
  readonly maxDelayUs: number;
  readonly loss: number;
  readonly duplication: number;
  readonly isCut: Cut;
}

export const CALM: Weather = { maxDelayUs: 100_000, loss: 0, duplication: 0, isCut: WHOLE };

/** A message that takes longer counts as late. */
const LATE_US = 1_000_000;

/** The seeded network: messages arrive late, twice, out of order, or never. */
export class Fabric {
  weather: Weather = CALM;
  readonly #clock: Clock;
  readonly #dice: Dice;
  readonly #tally: Tally;

  constructor(clock: Clock, dice: Dice, tally: Tally) {
    this.#clock = clock;
    this.#dice = dice;
    this.#tally = tally;
  }

  send(from: number, to: number, deliver: () => Promise<void> | void): void {
    const { loss, duplication, maxDelayUs, isCut } = this.weather;
    if (isCut(from, to, this.#clock.nowUs())) return this.#tally.count("message cut off");
    if (this.#dice.chance(loss)) return this.#tally.count("message lost");
    const copies = this.#dice.chance(duplication) ? 2 : 1;
    if (copies > 1) this.#tally.count("message duplicated");
    for (let copy = 0; copy < copies; copy += 1) {
      const delayUs = this.#dice.between(1, maxDelayUs);
      if (delayUs >= LATE_US) this.#tally.count("message late");
      this.#clock.schedule(delayUs, deliver);
    }
  }
}
