import { canonicalValue } from "../codec/canonical-json.js";
import type { ChainError } from "../codec/chain-error.js";
import { valueToText } from "../codec/text.js";
import { isMap, memberOf, type Value, type ValueMap } from "../codec/value.js";
import * as errors from "./errors.js";

/** A well-formed request. Its signature is neither checked nor kept (PROTOCOL 5.7). */
export interface RequestRecord {
  readonly type: string;
  /** The cid that was given, null for the network's root cid. */
  readonly cid: string | null;
  readonly request: ValueMap;
}

/** Reads a received request. Throws `REQUEST_MALFORMED` with the protocol's text (PROTOCOL 5.11). */
export function readRequest(input: Value | undefined): RequestRecord {
  if ((input ?? null) === null) throw missing("request");
  const request = canonicalValue(input as Value);
  const type = memberOf(request, "type") ?? null;
  if (type === null || !isMap(request)) throw missing("request.type");
  if (typeof type !== "string")
    throw errors.requestMalformed({ message: 'Parameter "request.type" must be of string type. ' });
  const cid = request.get("cid") ?? null;
  return { type, cid: cid === null ? null : valueToText(cid), request };
}

function missing(name: string): ChainError {
  return errors.requestMalformed({ message: `The request must contain the "${name}" parameter. ` });
}
