import { ZERO_ADDRESS } from "../codec/address.js";
import { canonicalJson } from "../codec/canonical-json.js";
import { mapToValue, objectToValue, type Value } from "../codec/value.js";

/** What a system code says, in the terms of SPEC's registered code record. */
export interface ClassicCode {
  readonly name: string;
  readonly version: string;
  readonly parameters: readonly ClassicParameter[];
  /** Pairs of an expression and the message of its failure. */
  readonly conditions: readonly (readonly [condition: Value, message: Value])[];
}

export interface ClassicParameter {
  readonly name: string;
  readonly maxlength: bigint;
  /** What the value is checked as when there is none. */
  readonly default: Value;
}

export interface ClassicContract extends ClassicCode {
  readonly updates: readonly Value[];
}

export interface ClassicRequest extends ClassicCode {
  readonly response: Readonly<Record<string, Value>>;
}

/** The JSON text of a contract in the classic format, as Register takes it (PROTOCOL 6). */
export function contractToText(contract: ClassicContract, rootSpace: string): string {
  return canonicalJson(
    objectToValue({ type: "contract", ...commonMembers(contract, rootSpace), updates: contract.updates }),
  );
}

/** The JSON text of a request in the classic format. */
export function requestToText(request: ClassicRequest, rootSpace: string): string {
  const response = objectToValue(request.response);
  return canonicalJson(objectToValue({ type: "request", ...commonMembers(request, rootSpace), response }));
}

function commonMembers(code: ClassicCode, rootSpace: string): Readonly<Record<string, Value>> {
  return {
    name: code.name,
    version: code.version,
    nonce: rootSpace,
    writer: ZERO_ADDRESS,
    parameters: mapToValue(
      new Map(code.parameters.map((parameter) => [parameter.name, definitionOf(parameter)])),
    ),
    conditions: code.conditions,
  };
}

/** Every parameter of the system's codes is required text. */
function definitionOf(parameter: ClassicParameter): Value {
  return objectToValue({
    name: parameter.name,
    type: "string",
    maxlength: parameter.maxlength,
    requirements: true,
    default: parameter.default,
    cases: null,
  });
}
