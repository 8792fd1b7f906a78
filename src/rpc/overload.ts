import type { IncomingMessage, RequestListener } from "node:http";
import type { ChainError } from "../codec/chain-error.js";
import { operationAt } from "../records/operations/operations.js";
import { failureOf, failureText } from "./failure.js";

/** Why the node takes no submissions at the moment, null while it does. */
export type Overload = () => ChainError | null;

/**
 * Answers submissions with 429 while the node is overloaded, before anything of their bodies is read: at any offered load
 * the time of the node must go to what it has taken (PROTOCOL 15.2). Everything else is answered as ever.
 */
export function refuseOverload(overload: Overload, answer: RequestListener): RequestListener {
  return (request, response) => {
    const reason = overload();
    const failure = reason === null || !isSubmission(request) ? null : failureOf(reason);
    if (failure === null) {
      answer(request, response);
      return;
    }
    const text = failureText(failure);
    response.writeHead(failure.status, {
      "access-control-allow-origin": "*",
      "content-type": "application/json; charset=utf-8",
      "content-length": Buffer.byteLength(text),
      "retry-after": String(failure.retryAfterSeconds ?? 1),
    });
    response.end(text);
  };
}

function isSubmission({ method, url = "" }: IncomingMessage): boolean {
  if (method !== "POST" && method !== "GET") return false;
  const query = url.indexOf("?");
  const operation = operationAt(query < 0 ? url : url.slice(0, query));
  return operation !== undefined && !operation.isRead;
}
