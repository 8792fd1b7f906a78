import { isNumeric } from "../../codec/loose-order.js";
import { isContainer, type Value, type ValueList } from "../../codec/value.js";
import { ANY, argument, type Operator } from "../operator.js";
import type { Run } from "../run.js";

/**
 * Type tests (PROTOCOL 7.28). `$is_*: [value, …]` is true when all arguments are of the type, so it is true without
 * arguments.
 */
export const TYPES: readonly Operator[] = [
  { name: "get_type", arity: [1, 1], call: getType },
  { name: "is_numeric", arity: [1, ANY], call: isNumericAll },
  { name: "is_int", arity: [1, ANY], call: ofAll((value) => typeof value === "bigint") },
  { name: "is_string", arity: [1, ANY], call: ofAll((value) => typeof value === "string") },
  { name: "is_null", arity: [1, ANY], call: ofAll((value) => value === null) },
  { name: "is_bool", arity: [1, ANY], call: ofAll((value) => typeof value === "boolean") },
  { name: "is_array", arity: [1, ANY], call: ofAll(isContainer) },
  { name: "is_double", arity: [1, ANY], call: ofAll((value) => typeof value === "number") },
];

/** `$get_type: [value]`: NULL, boolean, integer, double, string, or array for a list or map. */
function getType(args: ValueList): Value {
  const value = argument(args, 0);
  if (value === null) return "NULL";
  switch (typeof value) {
    case "boolean":
      return "boolean";
    case "bigint":
      return "integer";
    case "number":
      return "double";
    case "string":
      return "string";
    default:
      return "array";
  }
}

/** Whether all arguments are numeric. Numeric text may have white space and an exponent (PROTOCOL 7.21). */
function isNumericAll(args: ValueList, run: Run): Value {
  return args.every((value) => {
    run.charge(typeof value === "string" ? value.length : 0);
    return isNumeric(value);
  });
}

function ofAll(holds: (value: Value) => boolean): Operator["call"] {
  return (args) => args.every(holds);
}
