import type { ChainError } from "../../codec/chain-error.js";
import { valueToText } from "../../codec/text.js";
import type { Value, ValueMap } from "../../codec/value.js";

/**
 * The parameters of an operation, whichever way they came (PROTOCOL 13): a query string and a form give text, a JSON body
 * and a caller in this process give values.
 */
export interface Input {
  readonly form: ReadonlyMap<string, string>;
  readonly json: ValueMap;
  /** Who asks, where that is a stranger: an address, or a network that counts as one. */
  readonly caller?: string;
  /** Why a body that says it is JSON could not be read. */
  readonly jsonFailure?: ChainError;
}

/** A parameter as text, undefined when it is missing or null. */
export function textIn(input: Input, name: string): string | undefined {
  const value = input.json.get(name) ?? null;
  return value === null ? input.form.get(name) : valueToText(value);
}

/** A parameter as a value: as it is in a JSON body, text in a form. */
export function valueIn(input: Input, name: string): Value | undefined {
  return input.json.get(name) ?? input.form.get(name);
}
