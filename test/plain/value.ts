/**
 * Values (PROTOCOL 1.1, 1.3, 1.4, 1.5): null, boolean, integer, float, string, list, ordered map.
 *
 * An integer is a bigint and a float is a number, so `1` and `1.0` stay different. A map is a Map: it keeps the
 * order in which its keys first appeared. A map whose keys are exactly 0, 1, …, n-1 in that order is a list, and the
 * empty map is the empty list.
 */
export type Value = null | boolean | bigint | number | string | List | Dictionary;
export type List = readonly Value[];
export type Dictionary = ReadonlyMap<string, Value>;

/** A failure where the recorded node had an internal error. The transaction fails (PROTOCOL 14.3). */
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

/**
 * The members of a list or map in order, without keys: the arguments of an operator that takes any number
 * (PROTOCOL 7.4).
 */
export function members(container: List | Dictionary): Value[] {
  return entries(container).map(([, value]) => value);
}

/** A member by its key, or null. `member(args, "0")` is the first argument of an operator that takes a fixed number. */
export function member(container: List | Dictionary, key: string): Value {
  for (const [name, value] of entries(container)) if (name === key) return value;
  return null;
}

/** Builds the list or map with these members (PROTOCOL 1.5). */
export function container(pairs: readonly (readonly [string, Value])[]): List | Dictionary {
  const map = new Map(pairs);
  const keys = [...map.keys()];
  return keys.every((key, index) => key === String(index)) ? [...map.values()] : map;
}
