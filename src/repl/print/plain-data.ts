import { inspect, types } from "node:util";

/** Whether a value is a map or a plain object of any realm: typed values come from another one. */
export function isRecord(value: unknown): value is object {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  if (types.isMap(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  const isPlain = prototype === null || Object.getPrototypeOf(prototype) === null;
  return isPlain && !(inspect.custom in value);
}

/** The members of a map or plain object, in their order. */
export function membersOf(record: object): readonly (readonly [string, unknown])[] {
  return types.isMap(record)
    ? Array.from(record, ([name, member]): [string, unknown] => [String(name), member])
    : Object.entries(record);
}

/** Whether a value has no members and is not a function. */
export function isScalar(value: unknown): boolean {
  return value === null || (typeof value !== "object" && typeof value !== "function");
}
