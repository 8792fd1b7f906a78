import { memberOf, valuesOf, type Value, type ValueList, type ValueMap } from "../codec/value.js";
import type { Run } from "./run.js";

/** An operator of the machine. */
export interface Operator {
  /** Without the `$`. */
  readonly name: string;
  /** The expected number of arguments. A missing argument is null, an extra one is ignored. */
  readonly arity: Arity;
  /** `args` is what `argumentsOf` returns, `given` the list or map that holds them. */
  readonly call: (args: ValueList, run: Run, given: ValueList | ValueMap) => Value;
}

export type Arity = readonly [min: number, max: number];

/** The maximum arity of operators that take any number of arguments. */
export const ANY = Number.POSITIVE_INFINITY;

/**
 * The arguments in a list or map: the members `0`, `1`, `2` up to the arity, or all members in order (PROTOCOL 7.4).
 */
export function argumentsOf({ arity: [, max] }: Operator, given: ValueList | ValueMap): ValueList {
  if (!(given instanceof Map)) return given as ValueList;
  if (max === ANY) return valuesOf(given);
  return Array.from({ length: max }, (_, index) => memberOf(given, String(index)) ?? null);
}

export function argument(args: ValueList, index: number): Value {
  return args[index] ?? null;
}
