import type { ChainError } from "../../codec/chain-error.js";
import { parseJson } from "../../codec/parse-json.js";
import { valueToText } from "../../codec/text.js";
import type { Value, ValueMap } from "../../codec/value.js";
import type { Given, Operation, OperationParameter } from "../../records/operations/operation.js";
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
  /** Aborted when the caller leaves. Null when the answer must not be held back for it. */
  readonly patience?: AbortSignal | null;
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

/**
 * Reads what was given for an operation's parameters, validated as all parameters are (PROTOCOL 5.9, 5.10). A flag is
 * sent as an integer (docs/rpc.md), or as the text `true`. Throws `PARAMETER`.
 */
export function givenIn<Definition extends Pick<Operation, "parameters">>(
  { parameters }: Definition,
  input: OperationInput,
): Given<Definition> {
  assertJsonReadable(input);
  const given = parameters.map((parameter) => {
    const text = textParameter(input, parameter.name);
    const failure = findValueFailure(parameter, text ?? null);
    if (failure !== null) throw errors.parameter({ failure, parameter: parameter.name });
    return { parameter, text };
  });
  const entries = given.flatMap(({ parameter, text }) =>
    text === undefined ? [] : [[parameter.name, readValue(parameter, text, input)]],
  );
  return Object.fromEntries(entries) as Given<Definition>;
}

function readValue(parameter: OperationParameter, text: string, input: OperationInput) {
  const { name, type } = parameter;
  if (type === "flag") return text === "true" || toInteger(text) !== 0;
  if (type === "int") return readInteger(parameter, text);
  if (type !== "json") return text;
  const value = valueParameter(input, name) ?? null;
  return typeof value === "string" ? parseJson(value) : value;
}

function readInteger(
  { name, isExact, minimum = -Infinity, maximum }: OperationParameter,
  text: string,
): number {
  const refused = (failure: string): ChainError =>
    errors.parameter({ failure: `Parameter '${name}' must be ${failure}. `, parameter: name });
  if (isExact === true && !Number.isSafeInteger(Number(text))) throw refused("of integer type");
  const integer = toInteger(text);
  if (integer >= minimum && integer <= (maximum ?? Infinity)) return integer;
  throw refused(`a whole number from ${minimum}${maximum === undefined ? "" : ` to ${maximum}`}`);
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
