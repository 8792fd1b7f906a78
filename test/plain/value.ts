/**
 * Values of the protocol (PROTOCOL 1): null, boolean, integer, float, string, list, ordered map.
 *
 * An integer is a bigint and a float is a number, so `1` and `1.0` stay two things. A map is a Map: it keeps the
 * order in which its keys first appeared. A map whose keys are exactly 0, 1, …, n-1 in that order is a list, and the
 * empty map is the empty list.
 */
export type Value = null | boolean | bigint | number | string | List | Dictionary;
export type List = readonly Value[];
export type Dictionary = ReadonlyMap<string, Value>;

/** What stops the recorded node with an internal error: here the transaction fails (PROTOCOL 14.3). */
export class MachineFailure extends Error {}

export function isList(value: Value): value is List {
  return Array.isArray(value);
}

export function isMap(value: Value): value is Dictionary {
  return value instanceof Map;
}

export function isContainer(value: Value): value is List | Dictionary {
  return isList(value) || isMap(value);
}

/** The members of a list or map in order. The keys of a list are its indexes as decimal text. */
export function entries(container: List | Dictionary): [string, Value][] {
  if (isMap(container)) return [...container];
  return container.map((value, index) => [String(index), value]);
}

/** The members of a list or map in order, without their keys: what an operator with any number of arguments reads. */
export function members(container: List | Dictionary): Value[] {
  return entries(container).map(([, value]) => value);
}

/** One member by its key, or null. `member(args, "0")` is the first argument of an operator that counts positions. */
export function member(container: List | Dictionary, key: string): Value {
  for (const [name, value] of entries(container)) if (name === key) return value;
  return null;
}

/** The list or map that a sequence of members stands for. */
export function container(pairs: readonly (readonly [string, Value])[]): List | Dictionary {
  const map = new Map(pairs);
  const keys = [...map.keys()];
  return keys.every((key, index) => key === String(index)) ? [...map.values()] : map;
}
