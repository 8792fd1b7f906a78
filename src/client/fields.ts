import { ChainError } from "../codec/chain-error.js";
import {
  entriesOf,
  isContainer,
  isMap,
  memberOf,
  valuesOf,
  type Value,
  type ValueMap,
} from "../codec/value.js";

/** Reads members of an answer as the types they must have; throws `ANSWER_MALFORMED` naming the member. */

export function textOf(record: Value | undefined, name: string): string {
  const value = memberOf(record, name);
  return typeof value === "string" ? value : malformed(name, "text");
}

export function numberOf(record: Value | undefined, name: string): number {
  return toNumber(memberOf(record, name), name);
}

/** False when the member is missing: a 2.1 node leaves some flags out. */
export function flagOf(record: Value | undefined, name: string): boolean {
  const value = memberOf(record, name) ?? false;
  return typeof value === "boolean" ? value : malformed(name, "true or false");
}

export function mapOf<T>(
  record: Value | undefined,
  name: string,
  read: (member: Value) => T,
): ReadonlyMap<string, T> {
  return toMap(memberOf(record, name), name, read);
}

export function valueMapOf(record: Value | undefined, name: string): ValueMap {
  const value = memberOf(record, name);
  return isMap(value) ? value : malformed(name, "an object");
}

/**
 * Reads a map that may have arrived as a list: an empty one is written `[]`, and one with the keys 0,1,… reads as a
 * list (PROTOCOL 1.5, 13.5).
 */
export function toMap<T>(
  value: Value | undefined,
  name: string,
  read: (member: Value) => T,
): ReadonlyMap<string, T> {
  if (!isContainer(value)) return malformed(name, "an object");
  const map = new Map<string, T>();
  for (const [key, member] of entriesOf(value)) map.set(key, read(member));
  return map;
}

/** The members of a list or a map in order: lists of blocks arrive as either. */
export function toList<T>(value: Value | undefined, name: string, read: (member: Value) => T): readonly T[] {
  return isContainer(value) ? valuesOf(value).map(read) : malformed(name, "a list");
}

export function toText(value: Value | undefined, name: string): string {
  return typeof value === "string" ? value : malformed(name, "text");
}

export function toNumber(value: Value | undefined, name: string): number {
  const number = typeof value === "bigint" ? Number(value) : Number.NaN;
  return Number.isSafeInteger(number) ? number : malformed(name, "a safe integer");
}

export function malformed(name: string, expected: string): never {
  throw new ChainError("ANSWER_MALFORMED", `The answer's ${name} is not ${expected}. `, {
    kind: "unreachable",
    advice: "Is this the address of a node of this protocol? ",
    details: { member: name },
  });
}
