import { canonicalJson, stringToJson } from "./canonical-json.js";
import type { Steps } from "./steps.js";
import { isList, isMap, type Value, type ValueList, type ValueMap } from "./value.js";
import { weightUpTo } from "./value-weight.js";

/** The weight and the length up to which a value is printed in one step: a tenth of a millisecond. */
const STEP_WEIGHT = 1024;
const STEP_LENGTH = 16_384;

/**
 * `canonicalJson` in steps, for untrusted values. Returns null, and stops printing, once the text is longer than
 * `maxLength`.
 */
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
