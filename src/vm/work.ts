import { limitFailure } from "./failure.js";

/** How many characters the operators of one pass of a transaction may work through. */
export const MAX_TRANSACTION_WORK = 268_435_456;
/**
 * The same of a transaction that is submitted: nobody pays for one that fails, and nothing else runs while a pass does. A
 * tenth of a second or two: registering the longest code (SPEC, 65,536 characters) takes most of it. Blocks of others may
 * hold what works longer.
 */
export const MAX_SUBMITTED_WORK = 50_331_648;
/**
 * The same of a request in all its passes together, and what the chain answers it counts too: it costs its sender nothing,
 * and nothing else runs while a pass does. A few hundredths of a second.
 */
export const MAX_REQUEST_WORK = 8_388_608;
/** To go over a value, or to make it of its text, takes as long for each character of the text as so many to be copied. */
export const WALK_WORK = 4;

/** Counts what operators work through: a bound on time and memory that is the same on every machine (PROTOCOL 14). */
export class Work {
  readonly #limit: number;
  #done = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Characters so far. */
  get done(): number {
    return this.#done;
  }

  /** Counts characters before an operator works through them. Throws `LIMIT_EXCEEDED` when they are too many. */
  charge(characters: number): void {
    this.#done += characters;
    if (this.#done > this.#limit) throw limitFailure("Too long processing. ");
  }
}
