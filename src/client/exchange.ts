import { type ChainError, attempted } from "../codec/chain-error.js";
import { readForeignError } from "../codec/error-member.js";
import { parseJson, utf8ToText } from "../codec/parse-json.js";
import { isMap, type Value, type ValueMap } from "../codec/value.js";
import { readMissing } from "../records/transaction-rules.js";
import * as errors from "./errors.js";
import { canonicalJson } from "../codec/canonical-json.js";
import type { Operation } from "../records/operations/operation.js";

const OK = 200n;
const NOT_FOUND = 404;
/** The first and the last HTTP status of a failed node. A 2.1 node refuses with 999. */
const [FIRST_FAILED, LAST_FAILED] = [500, 599];

/** What a proxy answers in place of a node that it does not reach. A node says in JSON why it does not answer. */
const OF_PROXIES: ReadonlySet<number> = new Set([502, 503, 504]);

/** The kinds of refusals by HTTP status (PROTOCOL 13.4). Any other, such as a 2.1 node's 999, is the chain's. */
const REFUSALS: ReadonlyMap<number, typeof errors.nodeRefused> = new Map([
  [404, errors.nodeNotFound],
  [405, errors.nodeRequestRefused],
  [410, errors.nodePruned],
  [413, errors.nodeRequestRefused],
  [429, errors.nodeBusy],
  [503, errors.nodeUnavailable],
]);

/**
 * Returns the answer of a node when its `code` is 200 (PROTOCOL 13.3, 13.4). Throws the node's refusal with its exact
 * `msg`, `PROXY_WITHOUT_NODE` or `NOT_A_NODE`. The error is chosen by the HTTP status: a peer's own code could pass for an
 * error of this node.
 */
export function readEnvelope(httpStatus: number, body: Uint8Array, url: string): ValueMap {
  return readEnvelopeOf(httpStatus, parseAnswer(body), url);
}

/** Like `readEnvelope`, for an answer that is parsed already; null when it was not JSON. */
export function readEnvelopeOf(httpStatus: number, answer: Value, url: string): ValueMap {
  const envelope = toEnvelope(httpStatus, answer, url);
  if (envelope.get("code") === OK) return envelope;
  throw refusalByStatus(httpStatus, envelope, url);
}

/** Like `readEnvelope`, for a node that the user chose: with its error's code, text and details. */
export function readOwnEnvelope(
  httpStatus: number,
  body: Uint8Array,
  url: string,
  operation?: string,
): ValueMap {
  const envelope = toEnvelope(httpStatus, parseAnswer(body), url);
  if (envelope.get("code") === OK) return envelope;
  // A 2.1 node says of every operation that it lacks the same.
  if (httpStatus === NOT_FOUND && operation !== undefined && !envelope.has("error"))
    throw errors.nodeNotFound({ message: `The node has no operation ${operation}.`, url });
  const refusal = refusalByStatus(httpStatus, envelope, url);
  throw readForeignError(envelope, refusal.kind)?.with({ details: { url } }) ?? refusal;
}

function parseAnswer(body: Uint8Array): Value {
  return attempted(() => parseJson(utf8ToText(body)), null);
}

function toEnvelope(status: number, answer: Value, url: string): ValueMap {
  if (isMap(answer) && typeof answer.get("code") === "bigint") return answer;
  throw (OF_PROXIES.has(status) ? errors.proxyWithoutNode : errors.notANode)({ url, status });
}

/** The error of a refusal without a code, as a 2.1 node sends it. A missing code is told by its text. */
function refusalByStatus(httpStatus: number, answer: ValueMap, url: string): ChainError {
  const reason = answer.get("msg");
  const message = typeof reason === "string" ? reason : "The node gave no reason.";
  const isFailed = httpStatus >= FIRST_FAILED && httpStatus <= LAST_FAILED;
  const raise = REFUSALS.get(httpStatus) ?? (isFailed ? errors.nodeFailed : undefined);
  if (raise !== undefined) return raise({ message, url });
  return readMissing(message)?.with({ details: { url } }) ?? errors.nodeRefused({ message, url });
}

export interface EncodedOperation {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Raw operations are JSON, so that the node receives what was signed; others a form (PROTOCOL 13.1). */
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
