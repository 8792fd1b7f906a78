import { type ChainError, messageOf } from "../codec/chain-error.js";
import * as errors from "./errors.js";

/** The errors of a missing answer, the same for every transport. */

/** The error codes of OpenSSL and Node.js for a server that does not speak TLS. */
const NOT_TLS: ReadonlySet<string> = new Set([
  "ERR_SSL_WRONG_VERSION_NUMBER",
  "ERR_SSL_PACKET_LENGTH_TOO_LONG",
]);
/**
 * The error codes of OpenSSL and Node.js for a certificate that is not trusted: `DEPTH_ZERO_SELF_SIGNED_CERT`,
 * `ERR_TLS_CERT_ALTNAME_INVALID` …
 */
const OF_CERTIFICATE = /CERT|UNABLE_TO_VERIFY/;
const EXPIRED = /HAS_EXPIRED$/;

/** `UNREACHABLE`, or `NOT_HTTPS`, `CERTIFICATE` or `CERTIFICATE_EXPIRED` when TLS failed; all of kind "unreachable". */
export function connectionFailure(url: string, cause: unknown): ChainError {
  const reason = innermost(cause);
  const said = messageOf(reason).trim().replace(/\.$/, "");
  const code = reason instanceof Error && "code" in reason ? String(reason.code) : "";
  if (NOT_TLS.has(code)) return errors.notHttps({ url }, { cause });
  if (EXPIRED.test(code)) return errors.certificateExpired({ url }, { cause });
  const raise = OF_CERTIFICATE.test(code) ? errors.certificate : errors.unreachable;
  return raise({ url, reason: said }, { cause });
}

export function timedOut(url: string, timeoutMs: number): ChainError {
  return errors.timeout({ url, timeoutMs });
}

/** The innermost cause: `fetch` itself only reports that it failed. A name may have several addresses. */
function innermost(error: unknown): unknown {
  if (error instanceof AggregateError && error.errors.length > 0) return innermost(error.errors[0]);
  if (error instanceof Error && error.cause instanceof Error) return innermost(error.cause);
  return error;
}
