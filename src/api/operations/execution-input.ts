import { ChainError } from "../../codec/chain-error.js";
import { parseJsonInSteps } from "../../codec/parse-json.js";
import type { Steps } from "../../codec/steps.js";
import { EMPTY, type Value } from "../../codec/value.js";
import type { RequestInput, SignedInput } from "../engine.js";
import { finishSliced } from "../../base/yield-to-loop.js";
import { MAX_BODY_WEIGHT } from "../../records/operations/limits.js";
import { assertJsonReadable, valueParameter, type OperationInput } from "./input.js";

/**
 * The input of the execution operations. Request, SendTransaction and Weight read a field of JSON text, and treat a
 * missing field as an empty one. The raw operations read members as they are and treat a missing one as missing. The
 * failure texts of the two differ (http.json). Each reads every transport (PROTOCOL 13.1): Request and the like also
 * accept an object in a JSON body, and the raw operations the text of a form field.
 */

export async function formSignedInput(input: OperationInput): Promise<SignedInput> {
  assertJsonReadable(input);
  return {
    transaction: await formValue(input, "transaction"),
    public_key: valueParameter(input, "public_key") ?? "",
    signature: valueParameter(input, "signature") ?? "",
  };
}

/** Returns the value of the JSON field of Request, SendTransaction or Weight. */
export async function formValue(input: OperationInput, name: "request" | "transaction"): Promise<Value> {
  const value = valueParameter(input, name) ?? undefined;
  if (value !== undefined && typeof value !== "string") return value;
  return finishSliced(formFieldToValueInSteps(value));
}

export async function rawSignedInput(input: OperationInput): Promise<SignedInput> {
  return {
    transaction: await rawValue(input, "transaction"),
    public_key: valueParameter(input, "public_key"),
    signature: valueParameter(input, "signature"),
  };
}

/** Returns the member of a raw operation's body. Form text that is not JSON counts as missing (http.json, raw bad). */
export async function rawValue(
  input: OperationInput,
  name: "request" | "transaction",
): Promise<Value | undefined> {
  const member = input.json.get(name);
  return member === undefined ? finishSliced(readFieldInSteps(input.form.get(name))) : member;
}

export function requestInput(input: OperationInput, request: Value | undefined): RequestInput {
  return {
    request,
    public_key: valueParameter(input, "public_key"),
    signature: valueParameter(input, "signature"),
  };
}

/**
 * The value of a form's JSON field, `transaction` or `request`. Every field of a form is text: a missing field counts as
 * empty text, and JSON that is missing, null or unreadable as the empty map (PROTOCOL 13.1). A form that lacks a field is
 * therefore refused with another text than a JSON body that lacks it (http.json). Throws `JSON_WEIGHT`.
 */
export function* formFieldToValueInSteps(field: string | undefined): Steps<Value> {
  return (yield* readFieldInSteps(field)) ?? EMPTY;
}

/** Reads a field's JSON text; undefined when it is missing or not JSON. Throws `JSON_WEIGHT`. */
function* readFieldInSteps(field: string | undefined): Steps<Value | undefined> {
  if (field === undefined) return undefined;
  try {
    return yield* parseJsonInSteps(field, { maxWeight: MAX_BODY_WEIGHT });
  } catch (error) {
    if (error instanceof ChainError && error.code !== "JSON_WEIGHT") return undefined;
    throw error;
  }
}
