import { valueToText } from "../../codec/text.js";
import type { Value, ValueMap } from "../../codec/value.js";
import type { OperationParameter } from "../../records/operations/operation.js";
import { findParameterFailure } from "../../records/parameter.js";
import type { BlockTarget, PageRequest } from "../../store/store.js";
import { parameterInvalid } from "../../records/errors.js";

/** How the system requests read their arguments (PROTOCOL 13.9, 13.10, 13.14). */

const HEIGHT = /^[0-9]{1,15}$/;

/**
 * A height as integer or decimal text, or a blockhash; null when absent. Any other value names no block
 * (PROTOCOL 13.10).
 */
export function readTarget(value: Value): BlockTarget | null {
  if (value === null || value === "") return null;
  const text = valueToText(value).toLowerCase();
  return HEIGHT.test(text) ? { height: Number(text) } : { blockhash: text };
}

/** An integer argument, given as an integer or as text; null for anything else. */
export function readInteger(value: Value): number | null {
  if (typeof value === "number") return Math.trunc(value);
  const text = valueToText(value);
  return /^-?[0-9]{1,15}$/.test(text) ? Number(text) : null;
}

/** A flag: off when given as false, zero or their texts, on for any other value. */
export function readFlag(value: Value, whenMissing: boolean): boolean {
  if (value === null) return whenMissing;
  return !["", "0", "false"].includes(valueToText(value).toLowerCase());
}

export function readPage(page: Value, count: Value): PageRequest {
  return { page: Math.max(1, readInteger(page) ?? 1), count: readInteger(count) ?? 1 };
}

/**
 * Throws `PARAMETER_INVALID` with the protocol's text unless the arguments fit their definitions
 * (PROTOCOL 5.10, 13.15).
 */
export function assertArguments(definitions: readonly OperationParameter[], given: ValueMap): void {
  const failure =
    findParameterFailure(definitions, given, "request") ??
    definitions
      .map((definition) => findBoundFailure(definition, given.get(definition.name) ?? null))
      .find(isText);
  if (isText(failure)) throw parameterInvalid({ message: failure });
}

function findBoundFailure({ name, minimum, maximum }: OperationParameter, value: Value): string | null {
  if (value === null || (minimum === undefined && maximum === undefined)) return null;
  const integer = readInteger(value);
  if (integer === null) return `Parameter '${name}' must be of integer type. `;
  if (maximum !== undefined && integer > maximum) {
    return `The parameter "${name}" must be less than or equal to ${maximum}.`;
  }
  if (minimum !== undefined && integer < minimum) {
    return `The parameter "${name}" must be greater than or equal to ${minimum}.`;
  }
  return null;
}

function isText(failure: string | null | undefined): failure is string {
  return typeof failure === "string";
}
