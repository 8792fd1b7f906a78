import { compile, Marks } from "../contract/compile.js";
import { isList, isMap, type Value, type ValueMap } from "../codec/value.js";

/** A value of the protocol as tests compare it: maps are objects, integers are bigints. */
export type Plain = null | boolean | bigint | number | string | readonly Plain[] | PlainMap;
interface PlainMap {
  readonly [name: string]: Plain;
}

/** A value with an address, in place of the address. */
export interface Addressed {
  readonly address: string;
}

export function toPlain(value: Value): Plain {
  if (isMap(value)) return Object.fromEntries(Array.from(value, ([name, member]) => [name, toPlain(member)]));
  return isList(value) ? value.map(toPlain) : value;
}

export function addressIn(given: string | Addressed): string {
  return typeof given === "string" ? given : given.address;
}

/**
 * The parameters of a call as values: an account is its address, and other values are as a contract holds them. Throws
 * `CONTRACT_VALUE`.
 */
export function toParameters(given: Readonly<Record<string, unknown>>): ValueMap {
  const members = Object.entries(given).filter(([, member]) => member !== undefined);
  return new Map(members.map(([name, member]) => [name, toParameter(member)]));
}

/** One value of a call. Throws `CONTRACT_VALUE`. */
export function toParameter(given: unknown): Value {
  return isAddressed(given) ? given.address : compile(given, "$", { kind: null, marks: new Marks() });
}

function isAddressed(value: unknown): value is Addressed {
  return (
    typeof value === "object" && value !== null && "address" in value && typeof value.address === "string"
  );
}
