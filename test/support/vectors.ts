import { readFileSync } from "node:fs";
import { parseJson } from "../../src/codec/parse-json.js";
import { isList, isMap, type Value, type ValueList, type ValueMap } from "../../src/codec/value.js";

/** The path of test/vectors from the built tests in dist/test/support. */
const VECTORS = new URL("../../../test/vectors/", import.meta.url);

export function readVectorText(name: string): string {
  return readFileSync(new URL(name, VECTORS), "utf8");
}

/** A recording, read with the protocol's own reader: JSON.parse would lose large integers and floats. */
export function readVector(name: string): Value {
  return parseJson(readVectorText(name));
}

/** A member of a recording with the expected type. Throws when it has another type. */
export function mapIn(value: Value | undefined): ValueMap {
  if (isMap(value)) return value;
  if (isList(value) && value.length === 0) return new Map();
  throw new TypeError("The recording has no map here. ");
}

export function listIn(value: Value | undefined): ValueList {
  if (!isList(value)) throw new TypeError("The recording has no list here. ");
  return value;
}

export function textIn(value: Value | undefined): string {
  if (typeof value !== "string") throw new TypeError("The recording has no string here. ");
  return value;
}
