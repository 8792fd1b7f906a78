import { WORK_LIMIT } from "../records/limits.js";
import type { CostTable } from "../records/rules.js";
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
  patternCharacter: 512,
  /** Compiling a step of a pattern. Charged for cached patterns too. */
  patternStep: 4096,
  /** A step of a match, for each character of the text. */
  matchStep: 16,
  /** The number of steps of a Unicode class, which has hundreds of ranges. */
  unicodeSteps: 16,
} as const;

/**
 * What the second table of costs counts beside the first, in the same unit (PROTOCOL 15.8, 16.9): processor time that the
 * first one leaves out.
 */
export const SURCHARGES = {
  /** Evaluating a value of a code's executions. */
  node: 48,
  /** Reading a computed argument. */
  argument: 32,
  /** A list or map that is measured or decoded. */
  container: 96,
  /** `$hash`, whatever the length of its text. */
  hash: 1024,
  /** `$short_hash` and `$id_hash`. */
  identifier: 8192,
  /** The first use of an attribute in a pass. */
  attribute: 4096,
  /** Naming a cell. */
  cell: 512,
  /** A cell that is loaded for a request, in each round. */
  loadedCell: 12_288,
  /** Reading a character of text that may be a number. */
  numericCharacter: 4,
  /** Folding the case of a character of a range in a class. */
  foldedCharacter: 32,
  /** The characters of a class within a class, such as `\\w` or `[:alpha:]`, whose case is folded. */
  namedCharacters: 128,
  query: 32_768,
  /** A cell or code before the page that `$list_universal` or `$list_code` gives. */
  skippedEntry: 128,
} as const;

/** The limits of an execution, in characters. */
export interface Budget {
  /** By the table of costs that holds in the network: it decides what is valid. */
  readonly work: number;
  /** By the second table, whichever holds: what this node spends on it. */
  readonly cost: number;
}

/** The same limit by both tables: for requests, which are valid or not for this node alone. */
export function within(limit: number): Budget {
  return { work: limit, cost: limit };
}

/** For what this node admits. Where little work is valid, it may still cost as much as elsewhere. */
export function ofSubmission(limit: number): Budget {
  return { work: limit, cost: Math.max(limit, WORK_LIMIT) };
}

/** A limit of validity alone: a block of others is executed whatever it costs this node (PROTOCOL 15.8). */
export function ofBlock(limit: number): Budget {
  return { work: limit, cost: Number.POSITIVE_INFINITY };
}

/**
 * Counts the work of operators: a bound on time and memory that is the same on every machine (PROTOCOL 7.16). It counts
 * by both tables of costs.
 */
export class Work {
  readonly #budget: Budget;
  readonly #costTable: CostTable;
  /** By the table that decides what is valid. */
  #work = 0;
  /** By the second table. */
  #cost = 0;

  constructor(budget: Budget, costTable: CostTable = 1) {
    this.#budget = budget;
    this.#costTable = costTable;
  }

  get counted(): Budget {
    return { work: this.#work, cost: this.#cost };
  }

  /** The characters that are left, below 0 when a limit is exceeded. */
  get left(): number {
    return Math.min(this.#budget.work - this.#work, this.#budget.cost - this.#cost);
  }

  /** Counts characters before an operator processes them. Throws `LIMIT_EXCEEDED` beyond the limit. */
  charge(characters: number): void {
    this.#work += characters;
    this.#cost += characters;
    this.#assertLeft();
  }

  /** Like `charge`, for what the second table alone counts. */
  surcharge(characters: number): void {
    this.#cost += characters;
    if (this.#costTable === 2) this.#work += characters;
    this.#assertLeft();
  }

  /** Compares without computing what is left: this runs for each value of each code. */
  #assertLeft(): void {
    if (this.#work > this.#budget.work || this.#cost > this.#budget.cost)
      throw limitExceeded({ message: "Too long processing. " });
  }
}
