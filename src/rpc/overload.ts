import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { ChainError } from "../codec/chain-error.js";
import { operationAt } from "../records/operations/operations.js";
import { failureOf, failureText, type Failure } from "./failure.js";

/** Why the node takes no submissions at the moment, null while it does. */
export type Overload = () => ChainError | null;

/** Refusals that go out at once in a second; to make one takes some thirty microseconds. */
const REFUSALS_A_SECOND = 3000;
/** How long the others are held back at most. */
const MAX_DELAY_MS = 80;

/**
 * Answers submissions with 429 while the node is overloaded, before anything of their bodies is read: at any offered load
 * the time of the node must go to what it has taken (PROTOCOL 15.2). Everything else is answered as ever.
 *
 * A client that is refused at once tries again at once: when refusals are many, each waits its turn for some tens of
 * milliseconds, so that those who hold a connection cannot make the node do nothing but refuse.
 */
export function refuseOverload(
  overload: Overload,
  nowMs: () => number,
  answer: RequestListener,
): RequestListener {
  let nextMs = 0;
  return (request, response) => {
    const reason = overload();
    const failure = reason === null || !isSubmission(request) ? null : failureOf(reason);
    if (failure === null) {
      answer(request, response);
      return;
    }
    const now = nowMs();
    const delayMs = Math.min(MAX_DELAY_MS, Math.max(0, nextMs - now));
    nextMs = now + delayMs + 1000 / REFUSALS_A_SECOND;
    if (delayMs < 1) refuse(response, failure);
    else setTimeout(() => refuse(response, failure), delayMs);
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

function isSubmission({ method, url = "" }: IncomingMessage): boolean {
  if (method !== "POST" && method !== "GET") return false;
  const query = url.indexOf("?");
  const operation = operationAt(query < 0 ? url : url.slice(0, query));
  return operation !== undefined && !operation.isRead;
}
