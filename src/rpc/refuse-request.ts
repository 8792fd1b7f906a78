import type { IncomingMessage, ServerResponse } from "node:http";
import type { ChainError } from "../codec/chain-error.js";
import { READABLE_BY_PAGES } from "./cors.js";
import { INTERNAL_FAILURE, publicFailure, sendFailure } from "./failure.js";

export interface Refusing {
  readonly refusal: ChainError;
  /** Whether the connection ends with the answer. */
  readonly isLast: boolean;
  /** How long to wait for the rest of the request. */
  readonly patienceMs: number;
}

/**
 * Answers a request with a refusal, once all of it has arrived: a client that is still sending when the connection ends
 * would see a reset in place of the answer.
 */
export function refuseRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { refusal, isLast, patienceMs }: Refusing,
): void {
  const failure = publicFailure(refusal) ?? INTERNAL_FAILURE;
  const headers = isLast ? { ...READABLE_BY_PAGES, connection: "close" } : READABLE_BY_PAGES;
  const send = (): void => {
    clearTimeout(patience);
    if (!response.headersSent && !response.destroyed) sendFailure(request, response, failure, headers);
  };
  const patience = setTimeout(send, patienceMs);
  request.once("end", send).once("close", send).resume();
}
