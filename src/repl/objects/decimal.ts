import { inspect } from "node:util";
import { ChainError } from "../../codec/chain-error.js";
import {
  addDecimals,
  compareDecimals,
  decimalToText,
  divideDecimals,
  multiplyDecimals,
  parseDecimal,
  subtractDecimals,
  type Decimal,
} from "../../codec/decimal.js";

type Operand = DecimalNumber | string | number | bigint;

/** The default number of digits after the point of a quotient. */
const QUOTIENT_SCALE = 18;

/** A decimal with the protocol's arithmetic (PROTOCOL 7): exact, and truncated when a scale is given. */
export class DecimalNumber {
  readonly #decimal: Decimal;

  constructor(operand: Operand) {
    this.#decimal = readDecimal(operand);
  }

  add(other: Operand, scale?: number): DecimalNumber {
    return this.#with(other, (left, right) =>
      addDecimals(left, right, scale ?? Math.max(left.scale, right.scale)),
    );
  }

  sub(other: Operand, scale?: number): DecimalNumber {
    return this.#with(other, (left, right) =>
      subtractDecimals(left, right, scale ?? Math.max(left.scale, right.scale)),
    );
  }

  mul(other: Operand, scale?: number): DecimalNumber {
    return this.#with(other, (left, right) =>
      multiplyDecimals(left, right, scale ?? left.scale + right.scale),
    );
  }

  /** Throws `DECIMAL_DIVISION` for division by zero. */
  div(other: Operand, scale = QUOTIENT_SCALE): DecimalNumber {
    return this.#with(other, (left, right) => {
      const quotient = divideDecimals(left, right, scale);
      if (quotient !== null) return quotient;
      throw new ChainError("DECIMAL_DIVISION", "Nothing can be divided by zero. ", { kind: "usage" });
    });
  }

  /** Returns -1, 0 or 1 when this is less than, equal to or greater than the other. */
  cmp(other: Operand): -1 | 0 | 1 {
    return compareDecimals(this.#decimal, readDecimal(other));
  }

  toString(): string {
    return decimalToText(this.#decimal);
  }

  /** The decimal text that contracts store. */
  toJSON(): string {
    return this.toString();
  }

  [inspect.custom](): string {
    return this.toString();
  }

  #with(other: Operand, operate: (left: Decimal, right: Decimal) => Decimal): DecimalNumber {
    return new DecimalNumber(decimalToText(operate(this.#decimal, readDecimal(other))));
  }
}

/** A number that is not an integer has already been rounded, so it is refused. */
function readDecimal(operand: Operand): Decimal {
  const isExact = typeof operand !== "number" || Number.isSafeInteger(operand);
  const decimal = isExact ? parseDecimal(String(operand)) : null;
  if (decimal !== null) return decimal;
  throw new ChainError("DECIMAL", "This is no exact decimal number. ", {
    kind: "usage",
    details: { operand: String(operand) },
    advice: "Write it as text: decimal('0.1')",
  });
}
