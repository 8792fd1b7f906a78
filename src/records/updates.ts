import { canonicalJson, stringToJson } from "../codec/canonical-json.js";
import { hashOf } from "../codec/hash.js";
import { allSteps, type Steps } from "../codec/steps.js";
import { isMap, type Value, type ValueMap } from "../codec/value.js";
import { malformed } from "./fields.js";

/** What a block changed in one kind of state, by state key in order of first write (PROTOCOL 8). */
export type Updates = ReadonlyMap<string, Update>;

export interface Update {
  /** The working value when this key was first written in the block, null when there was none. */
  readonly old: Value;
  /** The last value written. */
  readonly new: Value;
}

/** Updates in print: the text that is stored and sent, and the leaves of the update root, from one pass. */
export interface PrintedUpdates {
  /** Canonical JSON of the map state key → {old, new}. */
  readonly text: string;
  /** `key ‖ H({old, new})` of each update. */
  readonly leaves: readonly string[];
}

export function printUpdates(updates: Updates): PrintedUpdates {
  if (updates.size === 0) return { text: "[]", leaves: [] };
  let text = "";
  const leaves: string[] = [];
  for (const [key, update] of updates) {
    const printed = `{"old":${canonicalJson(update.old)},"new":${canonicalJson(update.new)}}`;
    text += `${text === "" ? "{" : ","}${stringToJson(key)}:${printed}`;
    leaves.push(key + hashOf(printed));
  }
  return { text: `${text}}`, leaves };
}

/** Reads updates that arrived with a main block. Throws `RECORD_MALFORMED`. */
export function readUpdates(members: ValueMap, name: string): Updates {
  return allSteps(readUpdatesInSteps(members, name));
}

export function* readUpdatesInSteps(members: ValueMap, name: string): Steps<Updates> {
  const updates = new Map<string, Update>();
  for (const [key, update] of members) {
    if (!isMap(update) || update.size !== 2 || !update.has("old") || !update.has("new"))
      throw malformed(`The main block's ${name} must be maps with old and new. `, "main block", name);
    updates.set(key, { old: update.get("old") ?? null, new: update.get("new") ?? null });
    yield;
  }
  return updates;
}
