import { usageError } from "../../../src/cli/input/usage-error.js";
import { mapToValue, type Value } from "../../../src/codec/value.js";

/**
 * A value of a script as one of the protocol: whole numbers are integers, other numbers floats. Throws `CODE_VALUE` for
 * what JSON has not, such as a function.
 */
export function scriptToValue(value: unknown): Value {
  switch (typeof value) {
    case "string":
    case "boolean":
    case "bigint":
      return value;
    case "number":
      return Number.isSafeInteger(value) ? BigInt(value) : value;
    case "object":
      return value === null ? null : containerToValue(value);
    default:
      throw usageError("CODE_VALUE", `A code record cannot hold a ${typeof value}. `);
  }
}

function containerToValue(value: object): Value {
  if (Array.isArray(value)) return value.map(scriptToValue);
  return mapToValue(new Map(Object.entries(value).map(([key, member]) => [key, scriptToValue(member)])));
}
