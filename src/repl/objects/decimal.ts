import { Decimal } from "decimal.js";

/** Enough for the product of two 256-bit numbers, such as difficulties, with the 18 decimal places of an amount. */
const PRECISION = 200;
/** The largest exponent of decimal.js: text is never in exponential notation, which the protocol does not read. */
const NEVER = 9e15;

/** A constructor of decimal.js that truncates results like the protocol's operators (PROTOCOL 7.19). */
export function createDecimal(): typeof Decimal {
  return Decimal.clone({
    precision: PRECISION,
    rounding: Decimal.ROUND_DOWN,
    toExpNeg: -NEVER,
    toExpPos: NEVER,
  });
}
