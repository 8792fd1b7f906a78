/** Reads the recordings with the plain interpreter's own JSON reader, so that it shares no code with the node. */
import { readVectorText } from "../support/vectors.js";
import type { SignedTransaction } from "./block.js";
import { cell, stateKey, type Owner } from "./hashes.js";
import { readJson, writeJson } from "./json.js";
import type { Area, Cells, Update } from "./state.js";
import { isContainer, isMap, member, members, type Dictionary, type Value } from "./value.js";

export function readRecording(name: string): Value {
  return readJson(readVectorText(name));
}

/** The values of a recording with one value on each line. */
export function readRecordedLines(name: string): Value[] {
  return readVectorText(name).trimEnd().split("\n").map(readJson);
}

/** A member by its path, or null. */
export function at(value: Value, ...path: string[]): Value {
  return path.reduce((inner, key) => (isContainer(inner) ? member(inner, key) : null), value);
}

/** The members of a list or map by its path. */
export function listAt(value: Value, ...path: string[]): Value[] {
  const list = at(value, ...path);
  if (!isContainer(list)) throw new TypeError(`The recording has no list at ${path.join(".")}. `);
  return members(list);
}

export function mapAt(value: Value, ...path: string[]): Dictionary {
  const map = at(value, ...path);
  if (isMap(map)) return map;
  if (isContainer(map) && members(map).length === 0) return new Map();
  throw new TypeError(`The recording has no map at ${path.join(".")}. `);
}

export function textAt(value: Value, ...path: string[]): string {
  const text = at(value, ...path);
  if (typeof text !== "string") throw new TypeError(`The recording has no text at ${path.join(".")}. `);
  return text;
}

export function ownerAt(value: Value, ...path: string[]): Owner {
  return { writer: textAt(value, ...path, "writer"), space: textAt(value, ...path, "space") };
}

export function signedAt(value: Value, ...path: string[]): SignedTransaction {
  return {
    transaction: mapAt(value, ...path, "transaction"),
    public_key: textAt(value, ...path, "public_key"),
    signature: textAt(value, ...path, "signature"),
  };
}

/** The cells of a recording's `universals` and `locals`, each owned by the code (`main`) or by the post-process. */
export function cellsAt(recording: Value, owners: { main: Owner; post: Owner }): Cells {
  const read = (name: string): Map<string, Value> =>
    new Map(
      listAt(recording, name).map((one) => {
        const owner = at(one, "owner") === "main" ? owners.main : owners.post;
        const key = stateKey(owner, at(one, "attr"), at(one, "key"));
        if (key === undefined) throw new TypeError("The recording has no key here. ");
        return [cell(key), at(one, "value")];
      }),
    );
  return { universal: read("universals"), local: read("locals") };
}

/** The updates of an area as they are recorded: a map from key to `{old, new}`, in order. */
export function updatesAsRecorded(updates: Record<Area, Map<string, Update>>, area: Area): string {
  const entries = [...updates[area]].map(([key, update]): [string, Value] => [
    key,
    new Map([
      ["old", update.old],
      ["new", update.new],
    ]),
  ]);
  return writeJson(new Map(entries));
}
