import { limitFailure } from "./failure.js";

/** How many characters the operators of one pass of a transaction may work through. */
export const MAX_TRANSACTION_WORK = 268_435_456;
/**
 * The same of a transaction that is submitted: nobody pays for one that fails. A tenth of a second or two: registering the
 * longest code (SPEC, 65,536 characters) takes most of it. Blocks of others may hold what works longer.
 */
export const MAX_SUBMITTED_WORK = 50_331_648;
/**
 * The same of a request in all its passes together, and what the chain answers it counts too: it costs its sender nothing
 * either.
 */
export const MAX_REQUEST_WORK = MAX_SUBMITTED_WORK;
/** To go over a container takes as long, for each character of its JSON, as to copy this many. */
export const WALK_WORK = 16;
/** Going between JSON text and value takes this much memory a character, and a call may hold all that it made. */
export const JSON_WORK = 32;

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

  /** How many may follow yet; below 0 when there were too many already. */
  get left(): number {
    return this.#limit - this.#done;
  }

  /** Counts characters before an operator works through them. Throws `LIMIT_EXCEEDED` when they are too many. */
  charge(characters: number): void {
    this.#done += characters;
    if (this.#done > this.#limit) throw limitFailure("Too long processing. ");
  }
}
