import { parseJson } from "../../src/codec/parse-json.js";
import { EMPTY, isMap, valuesOf, type Value, type ValueMap } from "../../src/codec/value.js";
import type { Method } from "../../src/records/code.js";
import type { CodeKind } from "../../src/records/code-layout.js";
import { compileMethod, type ProgramCall, type StateView } from "../../src/vm/machine.js";
import { listIn, mapIn } from "./vectors.js";

/** Calls of codes written in tests, by the transaction's signer SIGNER with the size SIZE. */
export const SIGNER = "b5cf90a96fcfe3faf73bdc2c8b1830593bc08484732e";
export const SIZE = 414;
export const WRITER = "0".repeat(44);

export const NO_STATE: StateView = { read: () => undefined };

/** A method with these executions as JSON text. */
export function methodWith(executions: string, kind: CodeKind = "contract"): Method {
  return {
    format: "method",
    kind,
    name: "Test",
    version: "1",
    writer: WRITER,
    space: "space",
    parameters: [],
    executions: listIn(parseJson(executions)),
  };
}

export interface CallParts {
  readonly postProcess?: string;
  /** JSON text of the transaction or request. */
  readonly parameters?: string;
  readonly kind?: CodeKind;
}

export function callWith(executions: string, parts: CallParts = {}): ProgramCall {
  const kind = parts.kind ?? "contract";
  return {
    program: compileMethod(methodWith(executions, kind)),
    postProcess: parts.postProcess === undefined ? null : compileMethod(methodWith(parts.postProcess)),
    parameters: mapIn(parseJson(parts.parameters ?? "{}")),
    implicit: kind === "contract" ? { from: SIGNER, hash: "ab", size: SIZE } : null,
  };
}

/** Freezes a value and everything in it, so that writes throw. The methods of maps that write throw too. */
export function deepFreeze<T extends Value>(value: T): T {
  if (isMap(value)) freezeMap(value);
  if (typeof value === "object" && value !== null && value !== EMPTY) {
    for (const member of valuesOf(value)) deepFreeze(member);
    Object.freeze(value);
  }
  return value;
}

function freezeMap(map: ValueMap): void {
  if (Object.isFrozen(map)) return;
  const value = (): never => {
    throw new TypeError("A value was changed.");
  };
  Object.defineProperties(map, { set: { value }, delete: { value }, clear: { value } });
}
