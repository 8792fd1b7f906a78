import { amountText, coinsToUnits } from "../codec/coins.js";
import { isDecimal } from "../codec/decimal.js";
import type { Value, ValueMap } from "../codec/value.js";
import * as errors from "./errors.js";

/** The amounts of a network's own contracts (PROTOCOL 6.14, 6.15). Others may mean anything by the name. */
export const AMOUNT_PARAMETERS: ReadonlyMap<string, readonly string[]> = new Map([
  ["Send", ["amount"]],
  ["Refine", ["amount"]],
]);

/**
 * Refuses a fraction of a unit, which contracts accept: with it, most likely coins were meant. @param amounts the names
 * of the parameters that are amounts in units. Throws `UNITS_FRACTION`.
 */
export function assertWholeUnits(parameters: ValueMap, amounts: Iterable<string>): void {
  for (const parameter of amounts) {
    const text = fractionIn(parameters.get(parameter));
    if (text === null) continue;
    const units = coinsToUnits(text);
    const whole = text.replace(/\..*$/, "");
    throw errors.unitsFraction({
      parameter,
      amount: text,
      coins: units === null ? "" : `For ${amountText(units)}, write ${units}. `,
      units: whole === "" || whole === "-" ? "0" : whole,
    });
  }
}

/**
 * Refuses a fraction of a unit in a transaction that calls a contract of the network's own space. @param network what
 * a transaction must say of the network (PROTOCOL 16.5). Throws `UNITS_FRACTION`.
 */
export function assertOwnUnits(transaction: ValueMap, network: ReadonlyMap<string, Value>): void {
  const [type, cid] = [transaction.get("type"), transaction.get("cid")];
  const isOwn = cid === undefined || cid === network.get("cid");
  if (isOwn && typeof type === "string") assertWholeUnits(transaction, AMOUNT_PARAMETERS.get(type) ?? []);
}

/** The text of a number that is not written as a whole one, null for any other value. */
function fractionIn(value: Value | undefined): string | null {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value.includes(".") && isDecimal(value) ? value : null;
}
