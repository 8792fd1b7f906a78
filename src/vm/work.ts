import { limitExceeded } from "./errors.js";

/**
 * The limit for all passes of a request together, the chain's answers included. It is a local limit, not a rule of the
 * chain; it exists because a request costs its sender nothing.
 */
export const MAX_REQUEST_WORK = 50_331_648;

/**
 * The costs of operations, in characters of text that are hashed or copied. docs/work-limit.md lists where each
 * applies. They are part of the protocol version: a changed cost changes which old blocks are valid
 * (PROTOCOL 7.16, 15.8).
 */
export const COSTS = {
  /** Walking a container, for each character of its JSON. */
  walk: 16,
  /** Encoding or decoding JSON, for each character. It reflects memory: a call may hold every value that it made. */
  json: 32,
  /** Computing with a digit of a number. */
  digit: 96,
  /** Copying and reading a computed argument. */
  argument: 16,
  /** Reading a cell, beside `json` for each character of its value. In rules 2 alone (PROTOCOL 16.6). */
  read: 4096,
  verification: 65_536,
  /** Parsing a character of a pattern. */
  patternCharacter: 512,
  /** Compiling a step of a pattern. Charged for cached patterns too. */
  patternStep: 4096,
  /** A step of a match, for each character of the text. The first steps also build the automaton. */
  matchStep: 16,
  /** The number of steps of a Unicode class, which has hundreds of ranges. */
  unicodeSteps: 16,
} as const;

/** Counts the work of operators: a bound on time and memory that is the same on every machine (PROTOCOL 7.16). */
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

  /** The characters that are left, below 0 when the limit is exceeded. */
  get left(): number {
    return this.#limit - this.#done;
  }

  /** Counts characters before an operator processes them. Throws `LIMIT_EXCEEDED` beyond the limit. */
  charge(characters: number): void {
    this.#done += characters;
    if (this.#done > this.#limit) throw limitExceeded({ message: "Too long processing. " });
  }
}
