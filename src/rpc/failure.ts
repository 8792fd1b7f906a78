import type { IncomingMessage, ServerResponse } from "node:http";
import { canonicalJson, stringToJson } from "../codec/canonical-json.js";
import { ChainError, type ErrorKind } from "../codec/chain-error.js";
import { errorToValue } from "../codec/error-member.js";
import { internal } from "../codec/errors.js";
import { bodyTooLarge } from "../base/errors.js";
import * as errors from "./errors.js";

/** A failure as an HTTP answer (PROTOCOL 13.4). */
export interface Failure {
  readonly status: number;
  readonly error: ChainError;
  readonly retryAfterSeconds?: number;
}

/** The content type of every answer that is not a document of the explorer. */
export const JSON_TYPE = "application/json; charset=utf-8";

const REFUSED = 400;
export const INTERNAL_FAILURE: Failure = { status: 500, error: internal() };

/** The HTTP status of each kind of error (PROTOCOL 13.4). An object that the chain does not have is 400, not 404. */
const STATUS_OF_KIND: Readonly<Record<Exclude<ErrorKind, "local">, number>> = {
  refused: REFUSED,
  usage: REFUSED,
  "not-found": REFUSED,
  gone: 410,
  busy: 429,
  unavailable: 503,
  unreachable: 503,
  internal: 500,
};
/** The errors of the request itself have statuses of their own. */
const STATUS_OF_CODE: ReadonlyMap<string, number> = new Map([
  [errors.explorerHost.code, 403],
  [errors.opsHost.code, 403],
  [errors.explorerOrigin.code, 403],
  [errors.explorerToken.code, 403],
  [errors.pathUnknown.code, 404],
  [errors.methodNotAllowed.code, 405],
  [errors.requestTimeout.code, 408],
  [bodyTooLarge.code, 413],
  [errors.headersTooLarge.code, 431],
  [errors.httpVersion.code, 505],
]);

/** Too many requests, and not ready: a retry may succeed. */
const PASSING_STATUSES: ReadonlySet<number> = new Set([429, 503]);
const RETRY_AFTER_SECONDS = 1;

/** Returns the failure to send for a thrown value; null when it was unexpected and must be reported. */
export function publicFailure(thrown: unknown): Failure | null {
  // Errors of kind "local" name paths of this machine, so only the operator sees them.
  if (thrown instanceof ChainError && thrown.kind !== "local") {
    const status = STATUS_OF_CODE.get(thrown.code) ?? STATUS_OF_KIND[thrown.kind];
    if (!PASSING_STATUSES.has(status)) return { status, error: thrown };
    const { seconds } = thrown.details;
    const retryAfterSeconds = typeof seconds === "number" ? seconds : RETRY_AFTER_SECONDS;
    return { status, error: thrown, retryAfterSeconds };
  }
  if (!isClientError(thrown)) return null;
  return { status: thrown.status, error: errors.bodyUnreadable({ reason: thrown.message }) };
}

/** Whether the body reader threw this: an unknown encoding, a wrong length, or a client that disconnected. */
function isClientError(error: unknown): error is Error & { readonly status: number } {
  if (!(error instanceof Error) || !("status" in error)) return false;
  return typeof error.status === "number" && error.status >= 400 && error.status < 500;
}

/** Whether the error only means that the client disconnected during its answer. */
export function isHangUp(error: unknown): boolean {
  return error instanceof Error && "code" in error && HANG_UP_CODES.has(error.code);
}

const HANG_UP_CODES: ReadonlySet<unknown> = new Set(["ECONNRESET", "EPIPE", "ERR_STREAM_PREMATURE_CLOSE"]);

export function failureAnswer(failure: Failure): {
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
} {
  const text = failureText(failure);
  const { retryAfterSeconds } = failure;
  const headers = {
    "content-type": JSON_TYPE,
    "content-length": String(Buffer.byteLength(text)),
    ...(retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) }),
  };
  return { headers, text };
}

export function sendFailure(
  request: IncomingMessage,
  response: ServerResponse,
  failure: Failure,
  further: Readonly<Record<string, string>> = {},
): void {
  // An unread body would reset the connection when it closes, and the client would not see the failure.
  request.resume();
  const { headers, text } = failureAnswer(failure);
  response.writeHead(failure.status, { ...further, ...headers });
  response.end(text);
}

/**
 * The failure as JSON text: code 999 for what the chain refuses, otherwise the HTTP status (PROTOCOL 13.4). The member
 * `error` is this node's own.
 */
export function failureText({ status, error }: Failure): string {
  const code = status === REFUSED ? 999 : status;
  const [msg, member] = [stringToJson(error.message), canonicalJson(errorToValue(error))];
  return `{"code":${code},"status":"fail","msg":${msg},"error":${member}}`;
}
