import type { ChainError } from "../codec/chain-error.js";

/**
 * What a failure says of the host that was asked:
 * - `transport`: no answer came, or what came is not a node's answer: refused, reset, timed out, cut off, no such name.
 * - `overload`: the node answers that it cannot answer now: HTTP 429 and 5xx.
 * - `clock`: what it says is dated beyond the tolerance; either clock may be wrong.
 * - `refusal`: a well-formed refusal of something that every node answers, or blocks that it does not have after all.
 * - `answer`: an answer that does not make sense, but proves nothing.
 * - `rule`: proof that the host breaks a rule, or is of no use to this node: a record that is provably invalid, an answer
 *   that no honest one is as large as, another network.
 */
export type FailureKind = "transport" | "overload" | "clock" | "refusal" | "answer" | "rule";

/** Codes that no accident brings about. Blocks are judged where they are applied: `Reputation.convict`. */
const PROOFS: ReadonlySet<string> = new Set([
  "ANSWER_TOO_LARGE",
  "CHUNK_HASH",
  "CHUNK_SIGNATURE",
  "HYPOTHESIS_SIGNATURE",
  "PEER_BROADCAST",
  "PEER_SELF",
  "PEER_STATEMENT",
  "QUERY_SIGNATURE",
  "RECEIPT_HASH",
  "RECEIPT_QUERY",
  "RECEIPT_SIGNATURE",
  "RECEIPT_SIGNER",
  "TRANSACTION_SIGNATURE",
]);
const TRANSPORT: ReadonlySet<string> = new Set(["PEER_ADDRESS", "PEER_STALLED"]);
const OVERLOAD: ReadonlySet<string> = new Set([
  "MEMORY_SHORT",
  "NODE_BUSY",
  "NODE_FAILED",
  "NODE_UNAVAILABLE",
]);

/** The one place where failures of peers are told apart. */
export function failureKind({ code, kind }: ChainError): FailureKind {
  if (PROOFS.has(code)) return "rule";
  if (OVERLOAD.has(code)) return "overload";
  if (code === "PREMATURE") return "clock";
  if (kind === "unreachable" || TRANSPORT.has(code)) return "transport";
  return kind === "unavailable" || kind === "not-found" || code === "NODE_REFUSED" ? "refusal" : "answer";
}

/** Whether the same question may be answered a moment later. */
export function isPassing(reason: ChainError): boolean {
  return RETRIED.has(failureKind(reason));
}

const RETRIED: ReadonlySet<FailureKind> = new Set(["transport", "overload"]);
