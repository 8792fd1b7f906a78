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
import type { LOGIC_SPECS } from "../../records/operators/logic.js";
import { argument, type OperatorCalls } from "../operator.js";
import { PendingCall } from "../pending.js";
import type { Run } from "../run.js";
import { COSTS } from "../work.js";

/** Conditions, responses, branches and membership (PROTOCOL 7.22, 7.23, 7.24). */
export const LOGIC_CALLS: OperatorCalls<typeof LOGIC_SPECS> = {
  condition,
  response,
  weight: (_, run) => run.weight,
  if: (args) => argument(args, args[0] === true ? 1 : 2),
  and: (args) => args.length > 0 && args.every((value) => value === true),
  or: (args) => args.includes(true) && args.every((value) => typeof value === "boolean"),
  get,
  in: isIn,
};

/**
 * `$condition`. A message that is not a string keeps the message of an earlier failed condition, else it is
 * `Conditional Error` (PROTOCOL 7.10, 7.11). The read pass checks nothing.
 */
function condition(args: ValueList, run: Run): Value {
  if (args[0] === true || run.pass !== "condition") return true;
  const message = argument(args, 1) ?? "";
  run.stop(typeof message === "string" ? message : null);
  return false;
}

/** `$response`. Stays pending, with the keys of its arguments, until it ends the execution pass. */
function response(_: ValueList, run: Run, given: ValueList | ValueMap): Value {
  run.measure(given, COSTS.walk);
  return new PendingCall("$response", given, "response");
}

function get(args: ValueList): Value {
  const key = argument(args, 1);
  if (typeof key === "string") return memberOf(argument(args, 0), key) ?? null;
  if (typeof key === "bigint") return memberOf(argument(args, 0), key.toString()) ?? null;
  if (typeof key !== "number") return null;
  return memberOf(argument(args, 0), BigInt(Math.trunc(key)).toString()) ?? null;
}

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
