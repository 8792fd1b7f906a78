import { memberOf, valuesOf, type Value, type ValueList, type ValueMap } from "../codec/value.js";
import { UNLIMITED, type Arity } from "../records/operators/operator.js";
import type { Run } from "./run.js";

/** An operator of the machine, as `src/records/operators` defines it. */
export interface Operator {
  /** Without the `$`. */
  readonly name: string;
  readonly arity: Arity;
  readonly call: OperatorCall;
}

/** `args` is what `argumentsOf` returns, `given` the list or map that holds them. */
export type OperatorCall = (args: ValueList, run: Run, given: ValueList | ValueMap) => Value;

export type OperatorCalls<Group> = Readonly<Record<keyof Group, OperatorCall>>;

/**
 * The arguments in a list or map: the members `0`, `1`, `2` up to the arity, or all members in order (PROTOCOL 7.4).
 */
export function argumentsOf({ arity: [, max] }: Operator, given: ValueList | ValueMap): ValueList {
  if (!(given instanceof Map)) return given as ValueList;
  if (max === UNLIMITED) return valuesOf(given);
  return Array.from({ length: max }, (_, index) => memberOf(given, String(index)) ?? null);
}

export function argument(args: ValueList, index: number): Value {
  return args[index] ?? null;
}
