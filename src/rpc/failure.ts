import { ChainError, type ErrorKind } from "../codec/chain-error.js";
import { stringToJson } from "../codec/canonical-json.js";

/** A failure as HTTP tells it (PROTOCOL 13). */
export interface Failure {
  readonly status: number;
  readonly message: string;
  readonly retryAfterSeconds?: number;
}

/** An error that is HTTP's own affair: a status and a sentence. */
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
/** For what nobody expected. */
export const INTERNAL_FAILURE: Failure = { status: 500, message: "The node could not answer. " };

/** The HTTP status of each kind of refusal. An unknown path alone is 404: what the chain has not, it refuses (PROTOCOL 13). */
const STATUS_OF_KIND: Readonly<Record<Exclude<ErrorKind, "local">, number>> = {
  refused: REFUSED,
  usage: REFUSED,
  "not-found": REFUSED,
  busy: 429,
  unavailable: 503,
  unreachable: 503,
};

/** Too much at once, and not ready: asking again may help. */
const PASSING_STATUSES: ReadonlySet<number> = new Set([429, 503]);
const RETRY_AFTER_SECONDS = 1;

/** What is told of anything thrown; null when nobody expected it, so that it must be reported. */
export function failureOf(error: unknown): Failure | null {
  if (error instanceof HttpFailure) return error;
  // What is wrong with the node's own files is for who runs it; messages about them name paths.
  if (error instanceof ChainError && error.kind !== "local") {
    const status = STATUS_OF_KIND[error.kind];
    const { message } = error;
    return PASSING_STATUSES.has(status)
      ? { status, message, retryAfterSeconds: RETRY_AFTER_SECONDS }
      : { status, message };
  }
  return isClientError(error) ? { status: error.status, message: `${error.message}. ` } : null;
}

/** What the reader of bodies throws: an unknown encoding, a length that does not fit, a sender that went away. */
function isClientError(error: unknown): error is Error & { readonly status: number } {
  if (!(error instanceof Error) || !("status" in error)) return false;
  return typeof error.status === "number" && error.status >= 400 && error.status < 500;
}

/** Whether a client only went away in the middle of its answer. */
export function isHangUp(error: unknown): boolean {
  return error instanceof Error && "code" in error && HANG_UP_CODES.has(error.code);
}

const HANG_UP_CODES: ReadonlySet<unknown> = new Set(["ECONNRESET", "EPIPE", "ERR_STREAM_PREMATURE_CLOSE"]);

/** The failure's JSON text: code 999 for what the chain refuses, else the HTTP status. */
export function failureText({ status, message }: Failure): string {
  return `{"code":${status === REFUSED ? 999 : status},"status":"fail","msg":${stringToJson(message)}}`;
}

export function bodyTooLarge(maxSize: number): HttpFailure {
  return new HttpFailure(413, `The body must not be larger than ${maxSize} bytes. `);
}
