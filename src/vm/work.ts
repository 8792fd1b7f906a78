import { limitFailure } from "./failure.js";

/**
 * The work limit (PROTOCOL 15.8): how many characters a pass of a transaction that is submitted may work through, and a
 * pass of all transactions together that a validator proposes. A full block of transfers stays below it.
 */
export const WORK_LIMIT = 134_217_728;
/** The same of all transactions together in a block of others. One that works through more is refused. */
export const MAX_BLOCK_WORK = 16 * WORK_LIMIT;
/**
 * The same of a request in all its passes together, what the chain answers it included. It is no rule of the chain: a
 * request costs its sender nothing.
 */
export const MAX_REQUEST_WORK = 50_331_648;

/**
 * What operators count, in characters of text that are hashed or copied: docs/work-limit.md says for which. They are part of
 * the protocol version: another cost changes which old blocks are valid (PROTOCOL 15.8).
 */
export const COSTS = {
  /** To go over a container takes as long, for each character of its JSON, as to copy this many. */
  walk: 16,
  /** Going between JSON text and value takes this much memory a character, and a call may hold all that it made. */
  json: 32,
  /** A digit of a long number. */
  digit: 96,
  /** To copy a computed argument and look at it. */
  argument: 16,
  /** To check a signature. */
  verification: 65_536,
  /** To read a character of a pattern. */
  patternCharacter: 512,
  /** To compile a step of a pattern; counted for patterns that are kept too. */
  patternStep: 4096,
  /** A step of a match, for each character of the text: the first steps through a pattern make its automaton. */
  matchStep: 16,
  /** How many steps a class of Unicode is: it is hundreds of ranges. */
  unicodeSteps: 16,
} as const;

/** Counts what operators work through: a bound on time and memory that is the same on every machine. */
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
