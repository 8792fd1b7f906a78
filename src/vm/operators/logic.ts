import {
  isContainer,
  memberOf,
  sizeOf,
  valuesOf,
  type Value,
  type ValueList,
  type ValueMap,
} from "../../codec/value.js";
import { isLooselyEqual } from "../../codec/loose-order.js";
import { chargeDigits } from "../operand.js";
import { ANY, argument, type Operator } from "../operator.js";
import { PendingCall } from "../pending.js";
import type { Run } from "../run.js";
import { COSTS } from "../work.js";

/** Conditions, responses, branches and membership (PROTOCOL 7.22, 7.23, 7.24). */
export const LOGIC: readonly Operator[] = [
  { name: "condition", arity: [1, 2], call: condition },
  { name: "response", arity: [1, 1], call: response },
  { name: "weight", arity: [0, 0], call: (_, run) => run.weight },
  { name: "if", arity: [3, 3], call: choose },
  { name: "and", arity: [1, ANY], call: and },
  { name: "or", arity: [1, ANY], call: or },
  { name: "get", arity: [2, 2], call: get },
  { name: "in", arity: [2, 2], call: isIn },
];

/**
 * `$condition: [holds, message]`. True when the first argument is exactly true. Any other value is false and stops the
 * transaction with the message. A missing or null message is "". A message that is not a string keeps the message of an
 * earlier failed condition, else it is `Conditional Error` (PROTOCOL 7.10, 7.11). The read pass checks nothing.
 */
function condition(args: ValueList, run: Run): Value {
  if (args[0] === true || run.pass !== "condition") return true;
  const message = argument(args, 1) ?? "";
  run.stop(typeof message === "string" ? message : null);
  return false;
}

/** `$response: [value]`. Stays pending, with the keys of its arguments, until it ends the execution pass. */
function response(_: ValueList, run: Run, given: ValueList | ValueMap): Value {
  run.measure(given, COSTS.walk);
  return new PendingCall("$response", given, "response");
}

/** `$if: [holds, then, else]`. The second argument for exactly true, else the third. Both have been evaluated. */
function choose(args: ValueList): Value {
  return argument(args, args[0] === true ? 1 : 2);
}

/** `$and: [boolean, …]`. True when there are arguments and all are exactly true. */
function and(args: ValueList): Value {
  return args.length > 0 && args.every((value) => value === true);
}

/** `$or: [boolean, …]`. True when at least one is true and all are booleans. */
function or(args: ValueList): Value {
  return args.includes(true) && args.every((value) => typeof value === "boolean");
}

/**
 * `$get: [container, key]`. The member under a string, an integer or a float, which is truncated. Null for any other
 * key, for a missing member, and when the first argument is not a container.
 */
function get(args: ValueList): Value {
  const key = argument(args, 1);
  if (typeof key === "string") return memberOf(argument(args, 0), key) ?? null;
  if (typeof key === "bigint") return memberOf(argument(args, 0), key.toString()) ?? null;
  if (typeof key !== "number") return null;
  return memberOf(argument(args, 0), BigInt(Math.trunc(key)).toString()) ?? null;
}

/** `$in: [value, container]`. Whether a member loosely equals the value (PROTOCOL 7.21); false without a container. */
function isIn(args: ValueList, run: Run): Value {
  const value = argument(args, 0);
  const container = argument(args, 1);
  if (!isContainer(container)) return false;
  // Each comparison may read both values as numbers.
  const length = run.measure(value, COSTS.digit);
  chargeDigits(run, length * sizeOf(container));
  run.measure(container, COSTS.digit);
  return valuesOf(container).some((member) => isLooselyEqual(value, member));
}
