import { isNumeric } from "../../codec/loose-order.js";
import { isContainer, type Value, type ValueList } from "../../codec/value.js";
import type { TYPES_SPECS } from "../../records/operators/types.js";
import { argument, type OperatorCall, type OperatorCalls } from "../operator.js";
import type { Run } from "../run.js";
import { SURCHARGES } from "../work.js";

/** Type tests (PROTOCOL 7.28). */
export const TYPES_CALLS: OperatorCalls<typeof TYPES_SPECS> = {
  get_type: getType,
  is_numeric: isNumericAll,
  is_int: ofAll((value) => typeof value === "bigint"),
  is_string: ofAll((value) => typeof value === "string"),
  is_null: ofAll((value) => value === null),
  is_bool: ofAll((value) => typeof value === "boolean"),
  is_array: ofAll(isContainer),
  is_double: ofAll((value) => typeof value === "number"),
};

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
    const length = typeof value === "string" ? value.length : 0;
    run.charge(length);
    run.surcharge(length * SURCHARGES.numericCharacter);
    return isNumeric(value);
  });
}

function ofAll(holds: (value: Value) => boolean): OperatorCall {
  return (args) => args.every(holds);
}
