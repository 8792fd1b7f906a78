import { ChainError } from "../codec/chain-error.js";
import { parseJsonInSteps } from "../codec/parse-json.js";
import { allSteps, type Steps } from "../codec/steps.js";
import { EMPTY, type Value } from "../codec/value.js";
import { MAX_BODY_WEIGHT } from "./operations/limits.js";

/**
 * What a form or a query string says of a transaction or request (SPEC, Execution operations). Every field is text: one
 * that is missing counts as empty text, and JSON that is missing, null or unreadable as the empty map. So a form
 * that lacks a field is refused with another text than a JSON body that lacks it (http.json).
 */

/** The value of a form's JSON field: `transaction` or `request`. */
export function formFieldToValue(field: string | undefined): Value {
  return allSteps(formFieldToValueInSteps(field));
}

/** The same in steps, for a field that a stranger sent. Throws `JSON_WEIGHT`. */
export function* formFieldToValueInSteps(field: string | undefined): Steps<Value> {
  return (yield* readFieldInSteps(field)) ?? EMPTY;
}

/** The value of a field's JSON text; undefined when it is missing or none. Throws `JSON_WEIGHT`. */
export function* readFieldInSteps(field: string | undefined): Steps<Value | undefined> {
  if (field === undefined) return undefined;
  try {
    return yield* parseJsonInSteps(field, { maxWeight: MAX_BODY_WEIGHT });
  } catch (error) {
    if (error instanceof ChainError && error.code !== "JSON_WEIGHT") return undefined;
    throw error;
  }
}
