import {
  addDecimals,
  decimalToText,
  divideDecimals,
  multiplyDecimals,
  subtractDecimals,
  ZERO,
  type Decimal,
} from "../../codec/decimal.js";
import type { Value, ValueList } from "../../codec/value.js";
import { executionFailure } from "../failure.js";
import { toLooseInteger } from "../loose-integer.js";
import { toDecimal, toOperand } from "../operand.js";
import { ANY, argument, type Operator } from "../operator.js";

type Step = (left: Decimal, right: Decimal, scale: number) => Decimal | null;

/**
 * Decimal arithmetic (PROTOCOL 7): unlimited digits, results as text, truncated to a scale. A number that is not decimal
 * text, such as `1e3` or ` 1`, fails.
 */
export const ARITHMETIC: readonly Operator[] = [
  /** `$add: [number, …]`; what is no number counts as 0, here and in the three below. Nothing: "0". */
  { name: "add", arity: [1, ANY], call: chain(addDecimals) },
  /** `$sub: [number, …]`, from left to right. Nothing: "0". */
  { name: "sub", arity: [1, ANY], call: chain(subtractDecimals) },
  /** `$mul: [number, …]`. Nothing fails. */
  { name: "mul", arity: [1, ANY], call: needingOne(chain(multiplyDecimals)) },
  /** `$div: [number, …]`, from left to right; division by zero gives 0. Nothing fails. */
  { name: "div", arity: [1, ANY], call: needingOne(chain(divideDecimals)) },
  /** `$precise_add: [number, number, scale]`; what is no number makes the result "0", here and in the three below. */
  { name: "precise_add", arity: [2, 3], call: precise(addDecimals) },
  /** `$precise_sub: [number, number, scale]`. */
  { name: "precise_sub", arity: [2, 3], call: precise(subtractDecimals) },
  /** `$precise_mul: [number, number, scale]`. */
  { name: "precise_mul", arity: [2, 3], call: precise(multiplyDecimals) },
  /** `$precise_div: [number, number, scale]`; division by zero gives "0". */
  { name: "precise_div", arity: [2, 3], call: precise(divideDecimals) },
  { name: "scale", arity: [1, 1], call: scale },
];

const MAX_SCALE = 10;

/** Goes through the operands from left to right, each step at the larger scale of its two. */
function chain(step: Step): Operator["call"] {
  return (args) => {
    let result = toOperand(argument(args, 0)) ?? ZERO;
    for (let index = 1; index < args.length; index += 1) {
      const operand = toOperand(argument(args, index)) ?? ZERO;
      result = step(result, operand, Math.max(result.scale, operand.scale)) ?? ZERO;
    }
    return decimalToText(result);
  };
}

function needingOne(call: Operator["call"]): Operator["call"] {
  return (args, run) => {
    if (args.length === 0) throw executionFailure("$mul and $div need at least one number. ");
    return call(args, run);
  };
}

/** Two operands, and the scale of the result. */
function precise(step: Step): Operator["call"] {
  return (args) => {
    const left = toOperand(argument(args, 0));
    const right = toOperand(argument(args, 1));
    if (left === null || right === null) return "0";
    const result = step(left, right, toScale(argument(args, 2)));
    return result === null ? "0" : decimalToText(result);
  };
}

/** `$scale: [value]`. The digits after the point of decimal text, 0 for anything else (PROTOCOL 14). */
function scale(args: ValueList): Value {
  return BigInt(toDecimal(argument(args, 0))?.scale ?? 0);
}

/** The scale that a value asks for: its loose integer when that is from 0 to 10, else 0. */
function toScale(value: Value): number {
  const scale = toLooseInteger(value);
  return scale >= 0 && scale <= MAX_SCALE ? scale : 0;
}
