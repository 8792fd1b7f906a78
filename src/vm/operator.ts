import { memberOf, valuesOf, type Value, type ValueList, type ValueMap } from "../codec/value.js";
import type { Run } from "./run.js";

/** One operator of the machine (PROTOCOL 7). */
export interface Operator {
  /** Without the `$`. */
  readonly name: string;
  /** How many arguments make sense. Others do no harm: a missing one is null, one too many is ignored. */
  readonly arity: Arity;
  /**
   * The arguments are the members `0`, `1`, `2` as far as the arity goes, or all members when any number makes sense
   * (`argumentsOf`). `given` is the list or map that they stand in.
   */
  readonly call: (args: ValueList, run: Run, given: ValueList | ValueMap) => Value;
}

export type Arity = readonly [min: number, max: number];

/** For operators that take any number of arguments. */
export const ANY = Number.POSITIVE_INFINITY;

/** What an operator takes of a list or map: members by position, or all in order (PROTOCOL 7). */
export function argumentsOf({ arity: [, max] }: Operator, given: ValueList | ValueMap): ValueList {
  if (!(given instanceof Map)) return given as ValueList;
  if (max === ANY) return valuesOf(given);
  return Array.from({ length: max }, (_, index) => memberOf(given, String(index)) ?? null);
}

export function argument(args: ValueList, index: number): Value {
  return args[index] ?? null;
}
