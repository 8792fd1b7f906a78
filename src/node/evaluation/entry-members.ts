import { ChainError } from "../../codec/chain-error.js";
import {
  EMPTY,
  isList,
  isMap,
  memberOf,
  type Value,
  type ValueList,
  type ValueMap,
} from "../../codec/value.js";

/** Readers for the members of a fixture or an entry. Each throws `EVALUATION_INPUT` with the member's name. */

export function textMember(value: Value | undefined, name: string): string {
  const member = memberOf(value, name);
  if (typeof member !== "string") throw malformed(name, "text");
  return member;
}

export function mapMember(value: Value | undefined, name: string): ValueMap {
  const member = memberOf(value, name);
  if (isMap(member)) return member;
  // The empty map is the empty list (PROTOCOL 1.5).
  if (isList(member) && member.length === 0) return new Map();
  throw malformed(name, "a map");
}

/** Returns a list, the empty one when it is missing. */
export function listMember(value: Value | undefined, name: string): ValueList {
  const member = memberOf(value, name) ?? EMPTY;
  if (!isList(member)) throw malformed(name, "a list");
  return member;
}

function malformed(name: string, what: string): ChainError {
  return new ChainError("EVALUATION_INPUT", `The member ${name} must be ${what}. `, { kind: "usage" });
}
