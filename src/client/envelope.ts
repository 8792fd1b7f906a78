import { ChainError, type ErrorKind } from "../codec/chain-error.js";
import { parseJson, utf8ToText } from "../codec/parse-json.js";
import { isMap, type Value, type ValueMap } from "../codec/value.js";
import { readMissingCode } from "../records/transaction-rules.js";

interface Refusal {
  readonly code: string;
  readonly kind: ErrorKind;
}

const OK = 200n;
/** The first and the last HTTP status of a failed node. A 2.1 node refuses with 999. */
const [FIRST_FAILED, LAST_FAILED] = [500, 599];
/** The node itself failed, whatever the request: a 2.1 node with a fault in its own files answers so. */
const FAILED: Refusal = { code: "NODE_FAILED", kind: "unavailable" };

/**
 * The kinds of refusals by HTTP status (PROTOCOL 13.4). Any other status, such as a 2.1 node's 999, is a refusal by the
 * chain.
 */
const REFUSALS: ReadonlyMap<number, Refusal> = new Map([
  [404, { code: "NODE_NOT_FOUND", kind: "not-found" }],
  [405, { code: "NODE_REFUSED", kind: "usage" }],
  [413, { code: "NODE_REFUSED", kind: "usage" }],
  [429, { code: "NODE_BUSY", kind: "busy" }],
  [503, { code: "NODE_UNAVAILABLE", kind: "unavailable" }],
] as const);

/**
 * Returns the answer of a node when its `code` is 200 (PROTOCOL 13.3, 13.4). Throws the node's refusal with its exact
 * `msg`, or `ANSWER_MALFORMED` when the answer is not a node's.
 */
export function readEnvelope(httpStatus: number, body: Uint8Array, url: string): ValueMap {
  return readEnvelopeOf(httpStatus, parseAnswer(body), url);
}

/** The same for an answer that is parsed already; null when it was not JSON. */
export function readEnvelopeOf(httpStatus: number, answer: Value, url: string): ValueMap {
  const code = isMap(answer) ? answer.get("code") : undefined;
  if (!isMap(answer) || typeof code !== "bigint") {
    throw new ChainError("ANSWER_MALFORMED", `What answers at ${url} is not a node (HTTP ${httpStatus}). `, {
      kind: "unreachable",
      advice: "Check the address and the port. ",
      details: { url },
    });
  }
  if (code === OK) return answer;
  const reason = answer.get("msg");
  const message = typeof reason === "string" ? reason : "The node gave no reason. ";
  const refusal = REFUSALS.get(httpStatus) ?? (isFailed(httpStatus) ? FAILED : refusalOf(message));
  throw new ChainError(refusal.code, message, { kind: refusal.kind, details: { url } });
}

function isFailed(httpStatus: number): boolean {
  return httpStatus >= FIRST_FAILED && httpStatus <= LAST_FAILED;
}

/** Tells a missing code from any other refusal by the chain, by the message. */
function refusalOf(message: string): Refusal {
  const missing = readMissingCode(message);
  return missing === undefined
    ? { code: "NODE_REFUSED", kind: "refused" }
    : { code: missing, kind: "not-found" };
}

/** Parses an answer; null when it is not JSON. */
function parseAnswer(body: Uint8Array): Value {
  try {
    return parseJson(utf8ToText(body));
  } catch (error) {
    if (error instanceof ChainError) return null;
    throw error;
  }
}
