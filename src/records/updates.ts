import { canonicalJson, stringToJson } from "../codec/canonical-json.js";
import { canonicalJsonInSteps } from "../codec/canonical-json-steps.js";
import { hashOf } from "../codec/hash.js";
import { allSteps, type Steps } from "../codec/steps.js";
import { isMap, type Value, type ValueMap } from "../codec/value.js";
import { weightUpTo } from "../codec/value-weight.js";
import { malformed } from "./fields.js";
import { MAX_STATE_VALUE_SIZE } from "./limits.js";

/** Updates that are printed in a step, and the weight of a value that is printed in several. */
const STEP = 64;
const LIGHT = 1024;

/** What a block changed in one kind of state, by state key in order of first write (PROTOCOL 8). */
export type Updates = ReadonlyMap<string, Update>;

export interface Update {
  /**
   * The working value when this key was first written in the block, null when there was none. It is also null for a cell
   * that no read pass collected, whatever the cell held: only a store knows what a cell truly held (PROTOCOL 7, 8).
   */
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

/** Reads updates that arrived with a main block, in steps. Throws `RECORD_MALFORMED`, also for what no state may hold. */
export function* readUpdatesInSteps(members: ValueMap, name: string): Steps<Updates> {
  const updates = new Map<string, Update>();
  for (const [key, update] of members) {
    if (!isMap(update) || update.size !== 2 || !update.has("old") || !update.has("new"))
      throw malformed(`The main block's ${name} must be maps with old and new. `, "main block", name);
    const [before, after] = [update.get("old") ?? null, update.get("new") ?? null];
    if (!mayBeInState(before) || !mayBeInState(after))
      throw malformed(`The main block's ${name} must hold values of state. `, "main block", name);
    updates.set(key, { old: before, new: after });
    yield;
  }
  return updates;
}

/** As much as a value of the greatest size may weigh: lists without members weigh 7 for three characters. */
const MAX_VALUE_WEIGHT = 3 * MAX_STATE_VALUE_SIZE;

/** Whether a value is no longer than values in state are (PROTOCOL 4), roughly: longer ones are refused before they are printed. */
function mayBeInState(value: Value): boolean {
  if (typeof value === "string") return value.length <= MAX_STATE_VALUE_SIZE;
  return weightUpTo(value, MAX_VALUE_WEIGHT) <= MAX_VALUE_WEIGHT;
}
