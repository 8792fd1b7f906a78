import { canonicalJson } from "../codec/canonical-json.js";
import type { Value, ValueMap } from "../codec/value.js";
import type { Operation } from "../records/operations/operation.js";

/** The body of a POST, and its headers. */
export interface EncodedOperation {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Encodes an operation's parameters: those of the raw operations as a JSON body of canonical text, so that the node
 * receives what the caller signed; all others as a form (PROTOCOL 13.1).
 */
export function encodeOperation(operation: Operation, parameters: ValueMap): EncodedOperation {
  if (operation.isRaw === true) {
    return { body: canonicalJson(parameters), headers: { "content-type": "application/json" } };
  }
  const form = new URLSearchParams();
  for (const [name, value] of parameters) form.set(name, typeof value === "string" ? value : formText(value));
  return { body: form.toString(), headers: { "content-type": "application/x-www-form-urlencoded" } };
}

/** A form field: a flag is 1 or 0 (docs/rpc.md), everything else canonical JSON. */
function formText(value: Value): string {
  return typeof value === "boolean" ? String(Number(value)) : canonicalJson(value);
}
