import { types } from "node:util";
import { Decimal } from "decimal.js";
import { isMap, mapToValue, type Value, type ValueList, type ValueMap } from "../codec/value.js";
import * as errors from "./errors.js";

/**
 * Converts a JavaScript value to a value of the protocol (PROTOCOL 1.1): an integer of either type is an integer, a
 * plain object is a map, a number of decimal.js is decimal text, a time is its text in JSON, and what `chainnode/contract` builds is the value that
 * a code holds. Throws `CONSOLE_VALUE` for a value that has no equivalent, such as a function.
 *
 * Values typed at the prompt come from another realm, so `instanceof` does not work on them.
 */
export function toValue(input: unknown): Value {
  switch (typeof input) {
    case "string":
    case "boolean":
    case "bigint":
      return input;
    case "number":
      return numberToValue(input);
    case "object":
      if (Decimal.isDecimal(input)) return decimalToValue(input);
      if (input === null) return null;
      if (types.isDate(input)) return input.toJSON();
      return isBuilt(input) ? input.toValue() : containerToValue(input);
    default:
      throw errors.consoleValue({ type: typeof input });
  }
}

/** An expression or a code of the contract builder, of whatever copy of the package. */
function isBuilt(input: object): input is { readonly toValue: () => Value } {
  return "toValue" in input && typeof input.toValue === "function";
}

/** Like `toValue`, for a value that must be a map. */
export function toValueMap(input: unknown): ValueMap {
  if (typeof input !== "object" || input === null || Array.isArray(input))
    throw errors.consoleValue({ type: typeof input });
  const built = isBuilt(input) ? input.toValue() : null;
  return isMap(built) ? built : membersOf(input);
}

function numberToValue(number: number): Value {
  if (!Number.isInteger(number)) return number;
  if (Number.isSafeInteger(number)) return BigInt(number);
  throw errors.consoleNumber({ number });
}

/** Plain decimal text (PROTOCOL 7.18), whatever notation the user has set. */
function decimalToValue(decimal: Decimal): Value {
  if (!decimal.isFinite()) throw errors.consoleValue({ type: `decimal ${decimal.toString()}` });
  return decimal.toFixed();
}

function containerToValue(input: object): ValueList | ValueMap {
  return Array.isArray(input) ? input.map(toValue) : mapToValue(membersOf(input));
}

/** Undefined members are left out, as in JSON. */
function membersOf(input: object): ValueMap {
  const members = new Map<string, Value>();
  const entries = types.isMap(input) ? input.entries() : Object.entries(input);
  for (const [key, member] of entries) if (member !== undefined) members.set(String(key), toValue(member));
  return members;
}
