import { ChainError } from "../../codec/chain-error.js";
import { parseJson } from "../../codec/parse-json.js";
import type { Value } from "../../codec/value.js";
import type { SignedInput } from "../engine.js";
import { formFieldToValue } from "../../records/form.js";
import { valueIn, type Input } from "./input.js";

/**
 * What the execution operations are given. Request, SendTransaction and Weight read JSON text out of a field, and a
 * missing field counts as an empty one; the raw operations take members as they are, and a missing one is missing.
 * The two are refused with different texts (http.json). Each reads every transport (PROTOCOL 13): an object in a JSON
 * body is as good as its text, and a raw operation reads the text of a form's field.
 */

export function formSignedInput(input: Input): SignedInput {
  assertJsonReadable(input);
  return {
    transaction: formValue(input, "transaction"),
    public_key: valueIn(input, "public_key") ?? "",
    signature: valueIn(input, "signature") ?? "",
  };
}

/** The value of Request's or SendTransaction's JSON field. */
export function formValue(input: Input, name: "request" | "transaction"): Value {
  const value = valueIn(input, name) ?? undefined;
  return value === undefined || typeof value === "string" ? formFieldToValue(value) : value;
}

export function rawSignedInput(input: Input): SignedInput {
  return {
    transaction: rawValue(input, "transaction"),
    public_key: valueIn(input, "public_key"),
    signature: valueIn(input, "signature"),
  };
}

/** The member of a raw operation's body; text of a form that is not JSON counts as missing (http.json, raw bad). */
export function rawValue(input: Input, name: "request" | "transaction"): Value | undefined {
  const member = input.json.get(name);
  if (member !== undefined) return member;
  const field = input.form.get(name);
  if (field === undefined) return undefined;
  try {
    return parseJson(field);
  } catch (error) {
    if (error instanceof ChainError) return undefined;
    throw error;
  }
}

/** Throws `JSON_SYNTAX` when the body says it is JSON and is not. The raw operations have recorded texts for that. */
export function assertJsonReadable(input: Input): void {
  if (input.jsonFailure !== undefined) throw input.jsonFailure;
}
