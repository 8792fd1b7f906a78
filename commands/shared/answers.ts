import { valueToText } from "../../src/codec/text.js";
import { objectToValue, memberOf, type Value, type ValueMap } from "../../src/codec/value.js";

/** A request to a node as a map; undefined members are left out. */
export function membersToMap(members: Readonly<Record<string, Value | undefined>>): ValueMap {
  const map = new Map<string, Value>();
  for (const [name, value] of Object.entries(members)) if (value !== undefined) map.set(name, value);
  return map;
}

/** A flat record of the client as the node sent it: its numbers are integers of the protocol. */
export function recordToData(record: object): Value {
  const members = Object.entries(record as Record<string, string | number>);
  return objectToValue(
    Object.fromEntries(
      members.map(([name, value]) => [name, typeof value === "number" ? BigInt(value) : value]),
    ),
  );
}

/** A member of an answer as text; the empty text when it is not there. */
export function textIn(value: Value | undefined, name: string): string {
  return valueToText(memberOf(value, name) ?? null);
}
