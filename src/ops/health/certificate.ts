import type { Problem } from "./facts.js";
import { dateText } from "../../base/text/time-text.js";

/** From so many days before its end, a certificate is to be renewed. */
export const RENEWAL_DAYS = 14;
const SECOND_US = 1_000_000;
const DAY_US = 86_400 * SECOND_US;

/** What an operator does about a certificate that has expired or soon will. */
export const RENEWAL =
  "Put a new certificate into the files of --tls-cert and --tls-key, and send SIGHUP to the process.";

/** The end of a certificate, µs, in words such as `expires at 2026-01-31T12:00:00Z`, and whether it is near or past. */
export function expiryOf(endUs: number, nowUs: number): { readonly text: string; readonly isNear: boolean } {
  const verb = nowUs < endUs ? "expires" : "expired";
  return { text: `${verb} at ${dateText(endUs)}`, isNear: endUs - nowUs < RENEWAL_DAYS * DAY_US };
}

/** The problem of a server whose certificate has expired. @param endUs null without a certificate. */
export function certificateProblem(endUs: number | null, nowUs: number): Problem | null {
  if (endUs === null || nowUs < endUs) return null;
  return { message: `the certificate of the RPC interface ${expiryOf(endUs, nowUs).text}`, fix: RENEWAL };
}
