import { compareLoosely } from "../../codec/loose-order.js";
import { entriesOf, isContainer, isList, sizeOf, type Value, type ValueList } from "../../codec/value.js";
import { chargeDigits, compareOperands, digitsOf } from "../operand.js";
import type { COMPARISON_SPECS } from "../../records/operators/comparison.js";
import { argument, type OperatorCalls } from "../operator.js";
import type { Run } from "../run.js";
import { COSTS } from "../work.js";

/** Two numbers compare as decimals (PROTOCOL 7.18, 7.20); other values by identity or by the loose order (PROTOCOL 7.21). */
export const COMPARISON_CALLS: OperatorCalls<typeof COMPARISON_SPECS> = {
  eq: isEqual,
  ne: (args, run) => !isEqual(args, run),
  // `a > b` is computed as `b < a`. Containers that are not comparable give 1 in both directions: every order is false.
  gt: (args, run) => order(argument(args, 1), argument(args, 0), run) < 0,
  gte: (args, run) => order(argument(args, 1), argument(args, 0), run) <= 0,
  lt: (args, run) => order(argument(args, 0), argument(args, 1), run) < 0,
  lte: (args, run) => order(argument(args, 0), argument(args, 1), run) <= 0,
};

function isEqual(args: ValueList, run: Run): boolean {
  const left = argument(args, 0);
  const right = argument(args, 1);
  chargeCompared(left, run);
  chargeCompared(right, run);
  const result = compareOperands(left, right);
  return result === null ? isIdentical(left, right) : result === 0;
}

function order(left: Value, right: Value, run: Run): number {
  chargeCompared(left, run);
  chargeCompared(right, run);
  return compareOperands(left, right) ?? compareLoosely(left, right);
}

/** Charges digits for every text, since any text may be a number, also within containers. */
function chargeCompared(value: Value, run: Run): void {
  if (isContainer(value)) run.measure(value, COSTS.digit);
  else chargeDigits(run, digitsOf(value));
}

/** Whether type and value are the same; for containers, also the keys and their order (PROTOCOL 7.20). */
function isIdentical(left: Value, right: Value): boolean {
  if (left === right) return true;
  if (!isContainer(left) || !isContainer(right)) return false;
  if (isList(left) !== isList(right) || sizeOf(left) !== sizeOf(right)) return false;
  const others = [...entriesOf(right)];
  let index = 0;
  for (const [key, member] of entriesOf(left)) {
    const other = others[index];
    if (other === undefined || other[0] !== key || !isIdentical(member, other[1])) return false;
    index += 1;
  }
  return true;
}
