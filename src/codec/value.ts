import { plainObject } from "./errors.js";

/**
 * Values of the protocol (PROTOCOL 1.1): null, boolean, integer, float, string, list, ordered map.
 *
 * An integer is a `bigint` and a float is a `number`, so that `1.0` and `1` are different values and no integer loses a
 * digit (PROTOCOL 1.2, 1.3). A map is a `Map`: it keeps the order of its keys and has no special names (PROTOCOL 1.4,
 * 1.6). Values are immutable.
 */
export type Value = null | boolean | bigint | number | string | ValueList | ValueMap;
export type ValueList = readonly Value[];
export type ValueMap = ReadonlyMap<string, Value>;

/** The one empty container: an empty map is the empty list and is written `[]` (PROTOCOL 1.5). */
export const EMPTY: ValueList = Object.freeze([]);

export function isList(value: Value | undefined): value is ValueList {
  return Array.isArray(value);
}

export function isMap(value: Value | undefined): value is ValueMap {
  return value instanceof Map;
}

/** Throws `PLAIN_OBJECT` for an object that is no map: callers without types pass them. */
export function assertMap(value: ValueMap): void {
  if (!isMap(value)) throw plainObject();
}

export function isContainer(value: Value | undefined): value is ValueList | ValueMap {
  return typeof value === "object" && value !== null;
}

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

/** A member, `undefined` without one. The key of a list member is its index as decimal text. */
export function memberOf(container: Value | undefined, key: string): Value | undefined {
  if (isMap(container)) return container.get(key);
  if (!isList(container) || !isIndexText(key)) return undefined;
  return container[Number(key)];
}

/** The list that a member is; empty when the member is missing or no list. */
export function listIn(container: Value | undefined, key: string): ValueList {
  const member = memberOf(container, key);
  return isList(member) ? member : EMPTY;
}

/**
 * Returns the value of a freshly built map: the empty list when it is empty, a list when its keys are exactly 0,1,…,n-1
 * in this order, else the map itself (PROTOCOL 1.5).
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

/** A map from the own members of a plain object, `undefined` ones left out. For literals in code, not for input. */
export function objectToMap(object: Readonly<Record<string, Value | undefined>>): ValueMap {
  const map = new Map<string, Value>();
  for (const [key, value] of Object.entries(object)) if (value !== undefined) map.set(key, value);
  return map;
}

/** The value of a plain object's own members: a map, or a list as `mapToValue` makes one. */
export function objectToValue(object: Readonly<Record<string, Value | undefined>>): ValueList | ValueMap {
  return mapToValue(objectToMap(object));
}

function isIndexText(key: string): boolean {
  return key === "0" || /^[1-9][0-9]{0,15}$/.test(key);
}

/** The weight of a list or map, the same as in `JsonReader`. */
const CONTAINER_WEIGHT = 7;
/** The number of characters of a text that weigh as much as a number. */
const TEXT_UNIT = 16;

/**
 * Returns the weight of a value, a measure of the work that it takes: 1 for each value in it and each 16 characters, 7
 * for each list and map. Counting stops above `max`: a greater result only means "more than `max`".
 */
export function weightUpTo(value: Value, max: number): number {
  if (typeof value === "string") return 1 + Math.floor(value.length / TEXT_UNIT);
  if (typeof value !== "object" || value === null) return 1;
  let weight = CONTAINER_WEIGHT;
  if (isList(value)) {
    for (const member of value) {
      if (weight > max) return weight;
      weight += weightUpTo(member, max - weight);
    }
    return weight;
  }
  assertMap(value);
  for (const [key, member] of value) {
    if (weight > max) return weight;
    weight += Math.floor(key.length / TEXT_UNIT) + weightUpTo(member, max - weight);
  }
  return weight;
}
