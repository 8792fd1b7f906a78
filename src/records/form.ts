import { ChainError } from "../codec/chain-error.js";
import { parseJsonInSteps } from "../codec/parse-json.js";
import { allSteps, type Steps } from "../codec/steps.js";
import { EMPTY, type Value } from "../codec/value.js";
import { MAX_BODY_WEIGHT } from "./operations/limits.js";

/**
 * Reads a transaction or request from a form or a query string (PROTOCOL 13.1). Every field is text: a missing field
 * counts as empty text, and JSON that is missing, null or unreadable as the empty map. A form that lacks a field is
 * therefore refused with another text than a JSON body that lacks it (http.json).
 */

/** The value of a form's JSON field: `transaction` or `request`. */
export function formFieldToValue(field: string | undefined): Value {
  return allSteps(formFieldToValueInSteps(field));
}

/** The same in steps, for untrusted text. Throws `JSON_WEIGHT`. */
export function* formFieldToValueInSteps(field: string | undefined): Steps<Value> {
  return (yield* readFieldInSteps(field)) ?? EMPTY;
}

/** Reads a field's JSON text; undefined when it is missing or not JSON. Throws `JSON_WEIGHT`. */
export function* readFieldInSteps(field: string | undefined): Steps<Value | undefined> {
  if (field === undefined) return undefined;
  try {
    return yield* parseJsonInSteps(field, { maxWeight: MAX_BODY_WEIGHT });
  } catch (error) {
    if (error instanceof ChainError && error.code !== "JSON_WEIGHT") return undefined;
    throw error;
  }
}
