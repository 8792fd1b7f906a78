import type { Operation } from "../../records/operations/operation.js";
import { findValueFailure } from "../../records/parameter.js";
import { assertJsonReadable, textParameter, type OperationInput } from "./input.js";
import * as errors from "../errors.js";

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
