import { ZERO_ADDRESS } from "../codec/address.js";
import { EMPTY, type Value, type ValueMap } from "../codec/value.js";

/** Builders of the machine's expressions (PROTOCOL 7). `call` builds those without a function of their own. */

export function call(operator: string, ...operands: readonly Value[]): ValueMap {
  return new Map([[`$${operator}`, operands.length === 0 ? EMPTY : operands]]);
}

export function loadParameter(name: string): ValueMap {
  return call("load_param", name);
}

export const FROM = loadParameter("from");

export function readUniversal(attribute: string, key: Value, absent: Value): ValueMap {
  return call("read_universal", attribute, key, absent);
}

export function writeUniversal(attribute: string, key: Value, value: Value): ValueMap {
  return call("write_universal", attribute, key, value);
}

/** Reads a cell that exists once, under the key `ZERO_ADDRESS` (PROTOCOL 4.5). */
export function readUniversalCell(attribute: string, absent: Value): ValueMap {
  return readUniversal(attribute, ZERO_ADDRESS, absent);
}

export function writeUniversalCell(attribute: string, value: Value): ValueMap {
  return writeUniversal(attribute, ZERO_ADDRESS, value);
}

export function readLocal(attribute: Value, key: Value, absent: Value): ValueMap {
  return call("read_local", attribute, key, absent);
}

export function writeLocal(attribute: Value, key: Value, value: Value): ValueMap {
  return call("write_local", attribute, key, value);
}

/** The product of two decimals, truncated to an integer. */
export function wholeProduct(left: Value, right: Value): ValueMap {
  return call("precise_mul", left, right, 0n);
}
