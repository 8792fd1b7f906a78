/**
 * Values of the protocol (PROTOCOL 1): null, boolean, integer, float, string, list, ordered map.
 *
 * An integer is a `bigint` and a float is a `number`, so that `1.0` and `1` stay two things and no integer
 * loses a digit. A map is a `Map`: it keeps the order of its keys and has no special names.
 * Values are never changed once they are made; whoever needs another one builds another one.
 */
export type Value = null | boolean | bigint | number | string | ValueList | ValueMap;
export type ValueList = readonly Value[];
export type ValueMap = ReadonlyMap<string, Value>;

/** The one empty container: an empty map IS the empty list and is written `[]` (PROTOCOL 1). */
export const EMPTY: ValueList = Object.freeze([]);

export function isList(value: Value | undefined): value is ValueList {
  return Array.isArray(value);
}

export function isMap(value: Value | undefined): value is ValueMap {
  return value instanceof Map;
}

/** Whether a value is a list or a map. */
export function isContainer(value: Value | undefined): value is ValueList | ValueMap {
  return typeof value === "object" && value !== null;
}

/** How many members a list or map has. */
export function sizeOf(container: ValueList | ValueMap): number {
  return container instanceof Map ? container.size : (container as ValueList).length;
}

/** The values of a list or map in order, keys left out. */
export function valuesOf(container: ValueList | ValueMap): ValueList {
  return container instanceof Map ? [...container.values()] : (container as ValueList);
}

/** The pairs of a list or map in order; a list's keys are its indexes as decimal text. */
export function entriesOf(container: ValueList | ValueMap): Iterable<readonly [string, Value]> {
  if (container instanceof Map) return (container as ValueMap).entries();
  return (container as ValueList).map((value, index) => [String(index), value] as const);
}

/** A member by key, `undefined` when the container has none. A list takes its index as canonical decimal text. */
export function memberOf(container: Value | undefined, key: string): Value | undefined {
  if (isMap(container)) return container.get(key);
  if (!isList(container) || !isIndexText(key)) return undefined;
  return container[Number(key)];
}

/**
 * The value that a freshly built map stands for: the empty list when it is empty, a list when its keys are
 * exactly 0,1,…,n-1 in that order, else the map itself (PROTOCOL 1).
 */
export function mapToValue(map: ValueMap): ValueList | ValueMap {
  if (map.size === 0) return EMPTY;
  let index = 0;
  for (const key of map.keys()) {
    if (key !== String(index)) return map;
    index += 1;
  }
  return [...map.values()];
}

/** A map value from the own members of a plain object, `undefined` ones left out. For literals in code, not for input. */
export function objectToValue(object: Readonly<Record<string, Value | undefined>>): ValueList | ValueMap {
  const map = new Map<string, Value>();
  for (const [key, value] of Object.entries(object)) if (value !== undefined) map.set(key, value);
  return mapToValue(map);
}

function isIndexText(key: string): boolean {
  return key === "0" || /^[1-9][0-9]{0,15}$/.test(key);
}
