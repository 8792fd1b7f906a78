import { canonicalJson, stringToJson } from "../codec/canonical-json.js";
import { canonicalJsonInSteps } from "../codec/canonical-json-steps.js";
import { hashOf } from "../codec/hash.js";
import { allSteps, type Steps } from "../codec/steps.js";
import { isMap, type Value, type ValueMap } from "../codec/value.js";
import { weightUpTo } from "../codec/value-weight.js";
import { malformed } from "./fields.js";

/** Updates that are printed in a step, and the weight of a value that is printed in several. */
const STEP = 64;
const LIGHT = 1024;

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
  return allSteps(printUpdatesInSteps(updates));
}

/** The same in steps: a block may write any number of values, and each may be long. */
export function* printUpdatesInSteps(updates: Updates): Steps<PrintedUpdates> {
  if (updates.size === 0) return { text: "[]", leaves: [] };
  let text = "";
  const leaves: string[] = [];
  for (const [key, update] of updates) {
    const printed = `{"old":${yield* printValue(update.old)},"new":${yield* printValue(update.new)}}`;
    text += `${text === "" ? "{" : ","}${stringToJson(key)}:${printed}`;
    leaves.push(key + hashOf(printed));
    if (leaves.length % STEP === 0) yield;
  }
  return { text: `${text}}`, leaves };
}

function* printValue(value: Value): Steps<string> {
  if (weightUpTo(value, LIGHT) <= LIGHT) return canonicalJson(value);
  return (yield* canonicalJsonInSteps(value, Infinity)) ?? "";
}

/** Reads updates that arrived with a main block, in steps. Throws `RECORD_MALFORMED`. */
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
