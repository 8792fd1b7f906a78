import type { ChainError } from "../../codec/chain-error.js";
import { valueToText } from "../../codec/text.js";
import type { Value, ValueMap } from "../../codec/value.js";

/**
 * The parameters of an operation from every transport (PROTOCOL 13.1): a query string and a form give text, a JSON body
 * and a caller in this process give values.
 */
export interface OperationInput {
  readonly form: ReadonlyMap<string, string>;
  readonly json: ValueMap;
  /** The remote caller: an address, or a network that counts as one. Left out for a caller on this machine. */
  readonly caller?: string;
  /** Why a body that claims to be JSON could not be read. */
  readonly jsonFailure?: ChainError;
}

/** Returns a parameter as text, undefined when it is missing or null. */
export function textParameter(input: OperationInput, name: string): string | undefined {
  const value = input.json.get(name) ?? null;
  return value === null ? input.form.get(name) : valueToText(value);
}

/** Returns a parameter as a value: the JSON value of a body, or the text of a form. */
export function valueParameter(input: OperationInput, name: string): Value | undefined {
  return input.json.get(name) ?? input.form.get(name);
}

/**
 * Throws `JSON_SYNTAX` for a body that claims to be JSON and is not. The raw operations have recorded texts for that.
 */
export function assertJsonReadable(input: OperationInput): void {
  if (input.jsonFailure !== undefined) throw input.jsonFailure;
}
