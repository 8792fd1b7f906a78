import type { Value } from "../../codec/value.js";
import type { SignedInput } from "../engine.js";
import { finishSliced } from "../../ledger/yield-to-loop.js";
import { formFieldToValueInSteps, readFieldInSteps } from "../../records/form.js";
import { valueIn, type Input } from "./input.js";

/**
 * What the execution operations are given. Request, SendTransaction and Weight read JSON text out of a field, and a
 * missing field counts as an empty one; the raw operations take members as they are, and a missing one is missing.
 * The two are refused with different texts (http.json). Each reads every transport (PROTOCOL 13): an object in a JSON
 * body is as good as its text, and a raw operation reads the text of a form's field.
 */

export async function formSignedInput(input: Input): Promise<SignedInput> {
  assertJsonReadable(input);
  return {
    transaction: await formValue(input, "transaction"),
    public_key: valueIn(input, "public_key") ?? "",
    signature: valueIn(input, "signature") ?? "",
  };
}

/** The value of Request's or SendTransaction's JSON field. */
export async function formValue(input: Input, name: "request" | "transaction"): Promise<Value> {
  const value = valueIn(input, name) ?? undefined;
  if (value !== undefined && typeof value !== "string") return value;
  return finishSliced(formFieldToValueInSteps(value));
}

export async function rawSignedInput(input: Input): Promise<SignedInput> {
  return {
    transaction: await rawValue(input, "transaction"),
    public_key: valueIn(input, "public_key"),
    signature: valueIn(input, "signature"),
  };
}

/** The member of a raw operation's body; text of a form that is not JSON counts as missing (http.json, raw bad). */
export async function rawValue(input: Input, name: "request" | "transaction"): Promise<Value | undefined> {
  const member = input.json.get(name);
  return member === undefined ? finishSliced(readFieldInSteps(input.form.get(name))) : member;
}

/** Throws `JSON_SYNTAX` when the body says it is JSON and is not. The raw operations have recorded texts for that. */
export function assertJsonReadable(input: Input): void {
  if (input.jsonFailure !== undefined) throw input.jsonFailure;
}
