import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { ChainError } from "../codec/chain-error.js";
import type { Operation } from "../records/operations/operation.js";
import { operationAt } from "../records/operations/operations.js";
import type { OnAnswered } from "./app.js";
import { publicFailure, failureText, type Failure } from "./failure.js";

/** Returns why the node refuses submissions at the moment, or null when it accepts them. */
export type Overload = () => ChainError | null;

interface OverloadOptions {
  readonly overload: Overload;
  /** A monotonic clock in milliseconds. */
  readonly nowMs: () => number;
  readonly onAnswered?: OnAnswered;
}

/** How many refusals a second are sent without delay. One takes about thirty microseconds of processor time. */
const REFUSALS_A_SECOND = 3000;
/** The longest delay of a further refusal. */
const MAX_DELAY_MS = 10;

/**
 * Answers submissions with 429 while the node is overloaded, before it reads their bodies: at any offered load the
 * node must spend its time on the transactions it has accepted (PROTOCOL 15.2). Other requests are answered as usual.
 *
 * A client that is refused at once retries at once. When refusals are many, each is delayed by up to ten
 * milliseconds, so that clients with open connections cannot keep the node busy with refusals alone.
 */
export function refuseOverload(
  answer: RequestListener,
  { overload, nowMs, onAnswered }: OverloadOptions,
): RequestListener {
  let nextMs = 0;
  return (request, response) => {
    const reason = overload();
    const submission = reason === null ? null : submissionAt(request);
    const failure = submission === null ? null : publicFailure(reason);
    if (failure === null || submission === null) {
      answer(request, response);
      return;
    }
    // An unread body would reset the connection when it closes, and the client would not see the refusal.
    request.resume();
    const now = nowMs();
    const delayMs = Math.min(MAX_DELAY_MS, Math.max(0, nextMs - now));
    nextMs = now + delayMs + 1000 / REFUSALS_A_SECOND;
    if (delayMs < 1) refuse(response, failure);
    else setTimeout(() => refuse(response, failure), delayMs);
    onAnswered?.(submission.name, failure.status, delayMs / 1000);
  };
}

function refuse(response: ServerResponse, failure: Failure): void {
  const text = failureText(failure);
  response.writeHead(failure.status, {
    "access-control-allow-origin": "*",
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(text),
    "retry-after": String(failure.retryAfterSeconds ?? 1),
  });
  response.end(text);
}

/** The operation that the request submits a transaction to, null when it reads. */
function submissionAt({ method, url = "" }: IncomingMessage): Operation | null {
  if (method !== "POST" && method !== "GET") return null;
  const query = url.indexOf("?");
  const operation = operationAt(query < 0 ? url : url.slice(0, query));
  return operation === undefined || operation.isRead ? null : operation;
}
