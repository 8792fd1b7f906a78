import { valueToText } from "../../src/codec/text.js";
import { objectToValue, memberOf, type Value, type ValueMap } from "../../src/codec/value.js";

/** The members of a request as a map, without the undefined ones. */
export function membersToMap(members: Readonly<Record<string, Value | undefined>>): ValueMap {
  const map = new Map<string, Value>();
  for (const [name, value] of Object.entries(members)) if (value !== undefined) map.set(name, value);
  return map;
}

/** A flat record of the client as a value: its numbers become integers. */
export function recordToData(record: object): Value {
  const members = Object.entries(record as Record<string, string | number>);
  return objectToValue(
    Object.fromEntries(
      members.map(([name, value]) => [name, typeof value === "number" ? BigInt(value) : value]),
    ),
  );
}

/** A member of an answer as text; empty when it is missing. */
export function textIn(value: Value | undefined, name: string): string {
  return valueToText(memberOf(value, name) ?? null);
}
