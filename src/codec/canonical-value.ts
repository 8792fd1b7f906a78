import { floatToJson } from "./float-text.js";
import { isList, isMap, mapToValue, type Value, type ValueMap } from "./value.js";

/** Whole floats below this are printed as plain digits, and so read back as integers (PROTOCOL 1.9, 1.10). */
const PLAIN_FLOAT_LIMIT = 1e17;

/**
 * Returns the value that `value`'s canonical text reads back as (PROTOCOL 1.5, 1.10): whole floats become integers,
 * maps that are lists become lists. Equals `parseJson(canonicalJson(value))` without the text. A value that is already
 * canonical is returned as it is.
 */
export function canonicalValue(value: Value): Value {
  if (typeof value === "number") return canonicalNumber(value);
  if (isList(value)) {
    const members = value.map(canonicalValue);
    return members.every((member, index) => member === value[index]) ? value : members;
  }
  return isMap(value) ? canonicalMap(value) : value;
}

function canonicalNumber(float: number): bigint | number {
  const isPlain = Number.isInteger(float) && Math.abs(float) < PLAIN_FLOAT_LIMIT && !Object.is(float, -0);
  if (!isPlain) return float;
  // Beyond the safe integers the text has the shortest digits that read back, not all digits of the float.
  return BigInt(Number.isSafeInteger(float) ? float : floatToJson(float));
}

function canonicalMap(map: ValueMap): Value {
  let isChanged = false;
  const members = new Map<string, Value>();
  for (const [key, member] of map) {
    const canonical = canonicalValue(member);
    if (canonical !== member) isChanged = true;
    members.set(key, canonical);
  }
  return mapToValue(isChanged ? members : map);
}
