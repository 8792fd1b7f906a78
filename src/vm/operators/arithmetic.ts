import {
  addDecimals,
  decimalToText,
  divideDecimals,
  multiplyDecimals,
  subtractDecimals,
  ZERO,
  type Decimal,
} from "../../codec/decimal.js";
import { isNumeric } from "../../codec/loose-order.js";
import { valueToText } from "../../codec/text.js";
import type { Value, ValueList } from "../../codec/value.js";
import { executionFailed } from "../errors.js";
import { toLooseInteger, chargeDigits, digitsOf, failNotDecimal, toDecimal, toOperand } from "../operand.js";
import type { ARITHMETIC_SPECS } from "../../records/operators/arithmetic.js";
import { argument, type OperatorCall, type OperatorCalls } from "../operator.js";
import type { Run } from "../run.js";

/** One of the four arithmetic operations. */
interface Rule {
  readonly apply: (left: Decimal, right: Decimal, scale: number) => Decimal | null;
  /** An upper bound of the result's digits. */
  readonly digits: (left: number, right: number) => number;
  /** Whether the right operand makes the result 0 for any left operand, even one that is not decimal text. */
  readonly isVoidBy: (right: Decimal) => boolean;
}

const SUM: Rule["digits"] = (left, right) => left + right;
const LONGER: Rule["digits"] = (left, right) => Math.max(left, right) + 1;

const NEVER = (): boolean => false;
const IF_ZERO = ({ units }: Decimal): boolean => units === 0n;

const ADD: Rule = { apply: addDecimals, digits: LONGER, isVoidBy: NEVER };
const SUBTRACT: Rule = { apply: subtractDecimals, digits: LONGER, isVoidBy: NEVER };
const MULTIPLY: Rule = { apply: multiplyDecimals, digits: SUM, isVoidBy: NEVER };
const DIVIDE: Rule = { apply: divideDecimals, digits: SUM, isVoidBy: IF_ZERO };

const MAX_SCALE = 10;

/** Decimal arithmetic (PROTOCOL 7.18, 7.19, 7.25, 7.26). */
export const ARITHMETIC_CALLS: OperatorCalls<typeof ARITHMETIC_SPECS> = {
  add: chain(ADD),
  sub: orItself(chain(SUBTRACT)),
  mul: needingOne(orItself(chain(MULTIPLY))),
  div: needingOne(orItself(chain(DIVIDE))),
  precise_add: precise(ADD),
  precise_sub: precise(SUBTRACT),
  precise_mul: precise(MULTIPLY),
  precise_div: precise(DIVIDE),
  scale,
};

/** Applies a rule from left to right, each step at the larger scale of its two operands. */
function chain(rule: Rule): OperatorCall {
  return (args, run) => {
    let digits = digitsOf(argument(args, 0));
    let result: Decimal | null = null;
    for (let index = 1; index < args.length; index += 1) {
      digits = rule.digits(digits, digitsOf(argument(args, index)));
      chargeDigits(run, digits);
      const right = toOperand(argument(args, index)) ?? ZERO;
      if (rule.isVoidBy(right)) {
        result = ZERO;
        continue;
      }
      const left: Decimal = result ?? toOperand(argument(args, 0)) ?? ZERO;
      result = rule.apply(left, right, Math.max(left.scale, right.scale)) ?? ZERO;
    }
    if (result !== null) return decimalToText(result);
    chargeDigits(run, digits);
    return decimalToText(toOperand(argument(args, 0)) ?? ZERO);
  };
}

/** Returns a single operand as its text, "0" when it is not numeric (PROTOCOL 7.25). */
function orItself(call: OperatorCall): OperatorCall {
  return (args, run, given) => {
    if (args.length !== 1) return call(args, run, given);
    const operand = argument(args, 0);
    chargeDigits(run, digitsOf(operand));
    return isNumeric(operand) ? valueToText(operand) : "0";
  };
}

function needingOne(call: OperatorCall): OperatorCall {
  return (args, run, given) => {
    if (args.length === 0) throw executionFailed({ message: "$mul and $div need at least one number. " });
    return call(args, run, given);
  };
}

/** Applies a rule to two operands at the scale of the third argument. */
function precise(rule: Rule): OperatorCall {
  return (args, run) => {
    const first = argument(args, 0);
    const second = argument(args, 1);
    chargeDigits(run, rule.digits(digitsOf(first), digitsOf(second)));
    const left = toDecimal(first);
    const right = toDecimal(second);
    if ((left === null && !isNumeric(first)) || (right === null && !isNumeric(second))) return "0";
    if (right !== null && rule.isVoidBy(right)) return "0";
    const scale = toScale(argument(args, 2));
    const result = rule.apply(left ?? failNotDecimal(first), right ?? failNotDecimal(second), scale);
    return result === null ? "0" : decimalToText(result);
  };
}

/** `$scale` (PROTOCOL 7.27, 14.4). */
function scale(args: ValueList, run: Run): Value {
  chargeDigits(run, digitsOf(argument(args, 0)));
  return BigInt(toDecimal(argument(args, 0))?.scale ?? 0);
}

/** The scale for a third argument: its loose integer when that is from 0 to 10, else 0. */
function toScale(value: Value): number {
  const scale = toLooseInteger(value);
  return scale >= 0 && scale <= MAX_SCALE ? scale : 0;
}
