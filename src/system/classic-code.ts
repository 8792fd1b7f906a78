import { ZERO_ADDRESS } from "../codec/address.js";
import { canonicalJson } from "../codec/canonical-json.js";
import { mapToValue, objectToValue, type Value } from "../codec/value.js";

/** The members that contracts and requests in the classic format share (PROTOCOL 6.1). */
export interface ClassicCode {
  readonly name: string;
  readonly version: string;
  readonly parameters: readonly ClassicParameter[];
  /** Pairs of an expression and the message when it does not hold. */
  readonly conditions: readonly (readonly [condition: Value, message: Value])[];
}

export interface ClassicParameter {
  readonly name: string;
  readonly maxlength: bigint;
  /** The value that is checked when none is given. */
  readonly default: Value;
}

export interface ClassicContract extends ClassicCode {
  readonly updates: readonly Value[];
}

export interface ClassicRequest extends ClassicCode {
  readonly response: Readonly<Record<string, Value>>;
}

/** Returns a contract's JSON text in the classic format, as Register accepts it (PROTOCOL 6.1, 6.13). */
export function contractToText(contract: ClassicContract, rootSpace: string): string {
  return canonicalJson(
    objectToValue({ type: "contract", ...commonMembers(contract, rootSpace), updates: contract.updates }),
  );
}

/** Returns a request's JSON text in the classic format. */
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
