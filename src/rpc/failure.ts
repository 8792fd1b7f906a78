import { ChainError, type ErrorKind } from "../codec/chain-error.js";
import { stringToJson } from "../codec/canonical-json.js";

/** A failure as an HTTP answer (PROTOCOL 13.4). */
export interface Failure {
  readonly status: number;
  readonly message: string;
  readonly retryAfterSeconds?: number;
}

/** An error of the HTTP layer: a status and a sentence. */
export class HttpFailure extends Error implements Failure {
  override readonly name = "HttpFailure";
  readonly status: number;
  readonly retryAfterSeconds?: number;

  constructor(status: number, message: string, retryAfterSeconds?: number) {
    super(message);
    this.status = status;
    if (retryAfterSeconds !== undefined) this.retryAfterSeconds = retryAfterSeconds;
  }
}

const REFUSED = 400;
/** The answer to an unexpected error. */
export const INTERNAL_FAILURE: Failure = { status: 500, message: "The node could not answer. " };

/**
 * The HTTP status of each kind of refusal (PROTOCOL 13.4). Only an unknown path is 404; an object that the chain does
 * not have is 400.
 */
const STATUS_OF_KIND: Readonly<Record<Exclude<ErrorKind, "local">, number>> = {
  refused: REFUSED,
  usage: REFUSED,
  "not-found": REFUSED,
  busy: 429,
  unavailable: 503,
  unreachable: 503,
  internal: 500,
};

/** Too many requests, and not ready: a retry may succeed. */
const PASSING_STATUSES: ReadonlySet<number> = new Set([429, 503]);
const RETRY_AFTER_SECONDS = 1;

/** Returns the failure to send for a thrown value; null when it was unexpected and must be reported. */
export function failureOf(error: unknown): Failure | null {
  if (error instanceof HttpFailure) return error;
  // Errors of kind "local" name paths of this machine, so only the operator sees them.
  if (error instanceof ChainError && error.kind !== "local") {
    const status = STATUS_OF_KIND[error.kind];
    const { message } = error;
    return PASSING_STATUSES.has(status)
      ? { status, message, retryAfterSeconds: RETRY_AFTER_SECONDS }
      : { status, message };
  }
  return isClientError(error) ? { status: error.status, message: `${error.message}. ` } : null;
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

/** The failure as JSON text: code 999 for what the chain refuses, otherwise the HTTP status (PROTOCOL 13.4). */
export function failureText({ status, message }: Failure): string {
  return `{"code":${status === REFUSED ? 999 : status},"status":"fail","msg":${stringToJson(message)}}`;
}

export function bodyTooLarge(maxSize: number): HttpFailure {
  return new HttpFailure(413, `The body must not be larger than ${maxSize} bytes. `);
}
