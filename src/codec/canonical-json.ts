import { floatToJson } from "./float-text.js";
import {
  assertMap,
  isList,
  type Value,
  isMap,
  type ValueList,
  type ValueMap,
  mapToValue,
  weightUpTo,
} from "./value.js";
import type { Steps } from "./steps.js";

/** Matches text that needs no escapes: printable ASCII without `"`, `/` and `\`, and DEL. */
const PLAIN_TEXT = /^[ !#-.0-[\]-\x7f]*$/;
const SHORT_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ["/", "\\/"],
  ["\\", "\\\\"],
  ["\b", "\\b"],
  ["\f", "\\f"],
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);
const HEX = Array.from({ length: 0x100 }, (_, byte) => byte.toString(16).padStart(2, "0"));
/** What each ASCII unit is written as; undefined for one that is written as it is. */
const ESCAPES = Array.from({ length: 0x80 }, (_, code) => {
  const unit = String.fromCharCode(code);
  return SHORT_ESCAPES.get(unit) ?? (PLAIN_TEXT.test(unit) ? undefined : escapeByNumber(code));
});

/** Canonical JSON text of a value (PROTOCOL 1.5, 1.8, 1.9). It is pure ASCII, so its length is its size in bytes. */
export function canonicalJson(value: Value): string {
  switch (typeof value) {
    case "string":
      return stringToJson(value);
    case "bigint":
      return value.toString();
    case "number":
      return floatToJson(value);
    case "boolean":
      return value ? "true" : "false";
    default:
      return value === null ? "null" : containerToJson(value);
  }
}

/** A string as canonical JSON, with its quotes. A callback for each escape would take ten times as long. */
export function stringToJson(text: string): string {
  if (PLAIN_TEXT.test(text)) return `"${text}"`;
  let out = '"';
  let plainFrom = 0;
  for (let index = 0; index < text.length; index += 1) {
    const escape = escapeOf(text.charCodeAt(index));
    if (escape === undefined) continue;
    out += text.slice(plainFrom, index) + escape;
    plainFrom = index + 1;
  }
  return `${out}${text.slice(plainFrom)}"`;
}

export function stringToJsonLength(text: string): number {
  let length = text.length + 2;
  if (PLAIN_TEXT.test(text)) return length;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    length += code < 0x80 ? (ESCAPES[code]?.length ?? 1) - 1 : NUMBERED_LENGTH - 1;
  }
  return length;
}

function escapeOf(code: number): string | undefined {
  return code < 0x80 ? ESCAPES[code] : escapeByNumber(code);
}

const NUMBERED_LENGTH = 6;

function escapeByNumber(code: number): string {
  return `\\u${HEX[code >> 8] ?? ""}${HEX[code & 0xff] ?? ""}`;
}

function containerToJson(value: Exclude<Value, null | boolean | bigint | number | string>): string {
  if (isList(value)) {
    let out = "[";
    for (let index = 0; index < value.length; index += 1) {
      out += (index === 0 ? "" : ",") + canonicalJson(value[index] as Value);
    }
    return `${out}]`;
  }
  assertMap(value);
  if (value.size === 0) return "[]";
  let out = "";
  for (const [key, member] of value)
    out += `${out === "" ? "{" : ","}${stringToJson(key)}:${canonicalJson(member)}`;
  return `${out}}`;
}

/** The weight and the length up to which a value is printed in one step: a tenth of a millisecond. */
const STEP_WEIGHT = 1024;
const STEP_LENGTH = 16_384;

/** `canonicalJson` in steps, for untrusted values. Null once the text is longer than `maxLength`. */
export function* canonicalJsonInSteps(value: Value, maxLength: number): Steps<string | null> {
  const pieces: string[] = [];
  let length = 0;
  for (const piece of print(value)) {
    pieces.push(piece);
    length += piece.length;
    if (length > maxLength) return null;
    yield;
  }
  return pieces.join("");
}

function* print(value: Value): Generator<string, void, undefined> {
  if (weightUpTo(value, STEP_WEIGHT) <= STEP_WEIGHT) yield canonicalJson(value);
  else if (typeof value === "string") yield* printString(value);
  else if (isList(value)) yield* printMembers("[", value, "]");
  else if (isMap(value)) yield* printMembers("{", value, "}");
}

/** Yields small members together, each with the comma after it. */
function* printMembers(
  begin: string,
  members: ValueList | ValueMap,
  end: string,
): Generator<string, void, undefined> {
  let piece = begin;
  let weight = 0;
  for (const entry of members) {
    const [key, member] = isMap(members) ? (entry as [string, Value]) : [null, entry];
    weight += weightUpTo(key, STEP_WEIGHT) + weightUpTo(member, STEP_WEIGHT);
    if (weight <= STEP_WEIGHT) {
      piece += `${key === null ? "" : `${stringToJson(key)}:`}${canonicalJson(member)},`;
      continue;
    }
    yield piece;
    if (key !== null) {
      yield* printString(key);
      yield ":";
    }
    yield* print(member);
    piece = ",";
    weight = 0;
  }
  yield piece.replace(/,$/, "") + end;
}

/** Yields a string in pieces. It can be cut anywhere, because each UTF-16 unit is escaped by itself. */
function* printString(text: string): Generator<string, void, undefined> {
  if (text.length <= STEP_LENGTH) {
    yield stringToJson(text);
    return;
  }
  yield '"';
  for (let start = 0; start < text.length; start += STEP_LENGTH)
    yield stringToJson(text.slice(start, start + STEP_LENGTH)).slice(1, -1);
  yield '"';
}

/** Whole floats below this are printed as plain digits, and so read back as integers (PROTOCOL 1.9, 1.10). */
const PLAIN_FLOAT_LIMIT = 1e17;

/**
 * Returns the value that `value`'s canonical text reads back as (PROTOCOL 1.5, 1.10): whole floats become integers,
 * maps that are lists become lists. Equals `parseJson(canonicalJson(value))` without the text. A value that is already
 * canonical is returned as it is.
 */
export function canonicalValue(value: Value): Value {
  if (typeof value === "number") return canonicalNumber(value);
  if (isList(value)) {
    const members = value.map(canonicalValue);
    return members.every((member, index) => member === value[index]) ? value : members;
  }
  return isMap(value) ? canonicalMap(value) : value;
}

function canonicalNumber(float: number): bigint | number {
  const isPlain = Number.isInteger(float) && Math.abs(float) < PLAIN_FLOAT_LIMIT && !Object.is(float, -0);
  if (!isPlain) return float;
  // Beyond the safe integers the text has the shortest digits that read back, not all digits of the float.
  return BigInt(Number.isSafeInteger(float) ? float : floatToJson(float));
}

function canonicalMap(map: ValueMap): Value {
  let isChanged = false;
  const members = new Map<string, Value>();
  for (const [key, member] of map) {
    const canonical = canonicalValue(member);
    if (canonical !== member) isChanged = true;
    members.set(key, canonical);
  }
  return mapToValue(isChanged ? members : map);
}
