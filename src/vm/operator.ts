import type { Value, ValueList } from "../codec/value.js";
import type { Run } from "./run.js";

/** One operator of the machine (PROTOCOL 7). */
export interface Operator {
  /** Without the `$`. */
  readonly name: string;
  /** How many arguments make sense. Others do no harm: what is missing is null, what is too much is not looked at. */
  readonly arity: Arity;
  /** The arguments of a map are its values. */
  readonly call: (args: ValueList, run: Run) => Value;
}

export type Arity = readonly [min: number, max: number];

/** For operators that take any number of arguments. */
export const ANY = Number.POSITIVE_INFINITY;

export function argument(args: ValueList, index: number): Value {
  return args[index] ?? null;
}
