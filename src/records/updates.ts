import { canonicalJson, stringToJson, canonicalJsonInSteps } from "../codec/canonical-json.js";
import { hashOf } from "../codec/hash.js";
import { allSteps, type Steps } from "../codec/steps.js";
import { isContainer, isMap, type Value, type ValueMap, weightUpTo } from "../codec/value.js";
import { malformedField } from "./fields.js";
import { MAX_STATE_VALUE_SIZE } from "./limits.js";

/** The number of updates printed in one step, and the weight above which a single value takes several. */
const STEP = 64;
const LIGHT = 1024;

/** What a block changed in one kind of state, by state key in order of first write (PROTOCOL 8.3). */
export type Updates = ReadonlyMap<string, Update>;

export interface Update {
  /**
   * The working value when this key was first written in the block, or null. It is also null for a cell that no read
   * pass collected, whatever the cell held: only a store knows the true earlier value (PROTOCOL 7.5, 8.5).
   */
  readonly old: Value;
  readonly new: Value;
}

/** Printed updates: the stored text and the leaves of the update root, from one pass (PROTOCOL 8.6). */
export interface PrintedUpdates {
  /** Canonical JSON of the map state key → {old, new}. */
  readonly text: string;
  /** `key ‖ H({old, new})` of each update. */
  readonly leaves: readonly string[];
}

export function printUpdates(updates: Updates): PrintedUpdates {
  return allSteps(printUpdatesInSteps(updates));
}

/** Like `printUpdates`, but in steps: a block may write many values, and each may be long. */
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

/** Whether two blocks list the same updates in the same order, as their printed texts would show. In steps. */
export function* areSameUpdatesInSteps(left: Updates, right: Updates): Steps<boolean> {
  if (left.size !== right.size) return false;
  const others = right.entries();
  let count = 0;
  for (const [key, update] of left) {
    const [otherKey, other] = others.next().value ?? [key, update];
    if (key !== otherKey || !isSameUpdate(update, other)) return false;
    count += 1;
    if (count % STEP === 0 || isContainer(update.old) || isContainer(update.new)) yield;
  }
  return true;
}

export function isSameUpdate(left: Update, right: Update): boolean {
  return isSameText(left.old, right.old) && isSameText(left.new, right.new);
}

/** Whether two values print as the same text, as a whole float and an integer do. */
function isSameText(left: Value, right: Value): boolean {
  return Object.is(left, right) || canonicalJson(left) === canonicalJson(right);
}

function* printValue(value: Value): Steps<string> {
  if (weightUpTo(value, LIGHT) <= LIGHT) return canonicalJson(value);
  return (yield* canonicalJsonInSteps(value, Infinity)) ?? "";
}

/** Reads updates in steps. Throws `RECORD_MALFORMED`, also for values that state cannot hold. */
export function* readUpdatesInSteps(members: ValueMap, name: string): Steps<Updates> {
  const updates = new Map<string, Update>();
  for (const [key, update] of members) {
    if (!isMap(update) || update.size !== 2 || !update.has("old") || !update.has("new"))
      throw malformedField("main block", name, "must be maps with old and new");
    const [before, after] = [update.get("old") ?? null, update.get("new") ?? null];
    if (!mayBeInState(before) || !mayBeInState(after))
      throw malformedField("main block", name, "must hold values of state");
    updates.set(key, { old: before, new: after });
    yield;
  }
  return updates;
}

/** The greatest weight of a value in state: an empty list weighs 7 for three characters. */
const MAX_VALUE_WEIGHT = 3 * MAX_STATE_VALUE_SIZE;

/** A rough check that refuses large values before they are printed (PROTOCOL 4.3). */
function mayBeInState(value: Value): boolean {
  if (typeof value === "string") return value.length <= MAX_STATE_VALUE_SIZE;
  return weightUpTo(value, MAX_VALUE_WEIGHT) <= MAX_VALUE_WEIGHT;
}
