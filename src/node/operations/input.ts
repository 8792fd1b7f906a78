import type { ChainError } from "../../codec/chain-error.js";
import type { StateKind } from "../../codec/state-key.js";
import { valueToText } from "../../codec/text.js";
import type { Value, ValueMap } from "../../codec/value.js";
import type { Operation } from "../../records/operations/operation.js";
import { findValueFailure } from "../../records/parameter.js";
import * as errors from "../errors.js";
import type { Answer, Engine } from "../engine.js";

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

/** The parameters of the node operations and of Inspect, validated as all parameters are (PROTOCOL 5.9, 5.10). */

export function assertOperationParameters(operation: Operation, input: OperationInput): void {
  assertJsonReadable(input);
  for (const parameter of operation.parameters) {
    const failure = findValueFailure(parameter, textParameter(input, parameter.name) ?? null);
    if (failure !== null) throw errors.parameter({ failure, parameter: parameter.name });
  }
}

export function chainTypeIn(input: OperationInput): { chain_type?: string } {
  const chain_type = textParameter(input, "chain_type");
  return chain_type === undefined ? {} : { chain_type };
}

export function stateKindIn(input: OperationInput): StateKind {
  return textParameter(input, "type") === "local" ? "local" : "universal";
}

/** Reads a boolean that is sent as an integer (docs/rpc.md). The text `true` is accepted too. */
export function flagIn(input: OperationInput, name: string): boolean {
  const text = textParameter(input, name) ?? "";
  return text === "true" || toInteger(text) !== 0;
}

export function integerIn<Name extends string>(input: OperationInput, name: Name): { [K in Name]?: number } {
  const text = textParameter(input, name);
  return text === undefined ? {} : ({ [name]: toInteger(text) } as { [K in Name]: number });
}

/**
 * Returns the integer that a text begins with, or 0 (http.json, round habc): the type of an optional parameter is not
 * checked (PROTOCOL 5.10).
 */
function toInteger(text: string): number {
  const integer = Number(/^\s*[+-]?[0-9]+/.exec(text)?.[0] ?? 0);
  return Number.isSafeInteger(integer) ? integer : 0;
}

/** Answers one operation. Throws the engine's errors, or why a parameter is invalid. */
export type Handler = (engine: Engine, input: OperationInput) => Promise<Answer>;
