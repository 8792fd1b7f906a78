import { compareLoosely } from "../../codec/loose-order.js";
import { entriesOf, isContainer, isList, sizeOf, type Value, type ValueList } from "../../codec/value.js";
import { compareOperands } from "../operand.js";
import { argument, type Operator } from "../operator.js";

/**
 * `$name: [left, right]` gives a boolean. Two numbers compare as decimals, and fail when one is not decimal text
 * (PROTOCOL 7). Everything else is identical or not for `$eq` and `$ne`, and by the loose ordering for the others.
 */
export const COMPARISON: readonly Operator[] = [
  { name: "eq", arity: [2, 2], call: isEqual },
  { name: "ne", arity: [2, 2], call: (args) => !isEqual(args) },
  { name: "gt", arity: [2, 2], call: (args) => isLess(argument(args, 1), argument(args, 0)) },
  { name: "gte", arity: [2, 2], call: (args) => isLessOrEqual(argument(args, 1), argument(args, 0)) },
  { name: "lt", arity: [2, 2], call: (args) => isLess(argument(args, 0), argument(args, 1)) },
  { name: "lte", arity: [2, 2], call: (args) => isLessOrEqual(argument(args, 0), argument(args, 1)) },
];

function isEqual(args: ValueList): boolean {
  const left = argument(args, 0);
  const right = argument(args, 1);
  const order = compareOperands(left, right);
  return order === null ? isIdentical(left, right) : order === 0;
}

// "a > b" is asked as "b < a": containers with different keys are greater in both directions.
function isLess(left: Value, right: Value): boolean {
  return (compareOperands(left, right) ?? compareLoosely(left, right)) < 0;
}

function isLessOrEqual(left: Value, right: Value): boolean {
  return (compareOperands(left, right) ?? compareLoosely(left, right)) <= 0;
}

/** The same type, the same value; for containers also the same keys in the same order. */
function isIdentical(left: Value, right: Value): boolean {
  if (!isContainer(left) || !isContainer(right)) return left === right;
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
