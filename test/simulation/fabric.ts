import type { VirtualClock } from "../../src/node/virtual-clock.js";
import type { Dice } from "./dice.js";
import { WHOLE, type Cut } from "./cuts.js";

/** What the network between the nodes does to messages. */
export interface Weather {
  readonly maxDelayUs: number;
  readonly loss: number;
  readonly duplication: number;
  readonly isCut: Cut;
}

export const CALM: Weather = { maxDelayUs: 100_000, loss: 0, duplication: 0, isCut: WHOLE };

/** The seeded network: messages arrive late, twice, out of order, or never. */
export class Fabric {
  weather: Weather = CALM;
  readonly #clock: VirtualClock;
  readonly #dice: Dice;

  constructor(clock: VirtualClock, dice: Dice) {
    this.#clock = clock;
    this.#dice = dice;
  }

  send(from: number, to: number, deliver: () => Promise<void>): void {
    const { loss, duplication, maxDelayUs, isCut } = this.weather;
    if (isCut(from, to, this.#clock.nowUs()) || this.#dice.chance(loss)) return;
    const copies = this.#dice.chance(duplication) ? 2 : 1;
    for (let copy = 0; copy < copies; copy += 1)
      this.#clock.schedule(this.#dice.between(1, maxDelayUs), deliver);
  }
}
