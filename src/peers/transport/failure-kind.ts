import type { ChainError } from "../../codec/chain-error.js";

/**
 * What a failure means for the host that was asked:
 * - `transport`: no answer, or not a node's answer: refused, reset, timed out, cut off, no such name.
 * - `overload`: the node cannot answer now: HTTP 429 and 5xx (PROTOCOL 12.6, 13.4).
 * - `clock`: the answer is dated beyond the tolerance; either clock may be wrong.
 * - `refusal`: a well-formed refusal of something that every node answers, or missing blocks that the peer announced.
 * - `pruned`: the node no longer keeps what it was asked for (HTTP 410), which is no fault.
 * - `local`: a block that only a rule of this node refuses (PROTOCOL 15.9), which the host need not follow, or that a
 * failed thread of this node could not check.
 * - `answer`: an answer that makes no sense, but proves nothing.
 * - `rule`: proof that the host breaks a rule or is useless to this node: a record that is provably invalid, an answer
 * larger than any honest one, another network.
 */
export type FailureKind =
  "transport" | "overload" | "clock" | "refusal" | "pruned" | "local" | "answer" | "rule";

/** Codes that no accident causes. Blocks are judged where they are applied: `Reputation.setAside`. */
const PROOFS: ReadonlySet<string> = new Set([
  "ANSWER_TOO_LARGE",
  "CHUNK_HASH",
  "CHUNK_SIGNATURE",
  "HYPOTHESIS_SIGNATURE",
  "PEER_BROADCAST",
  "PEER_OTHER_CHAIN",
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

const LOCAL: ReadonlySet<string> = new Set(["MACHINE_THREAD", "RESOURCE_BLOCK_PAST", "SIGNATURE_THREAD"]);

/** Classifies a peer's failure. Nothing else does. */
export function failureKind({ code, kind }: ChainError): FailureKind {
  if (PROOFS.has(code)) return "rule";
  if (OVERLOAD.has(code)) return "overload";
  if (code === "PREMATURE") return "clock";
  if (LOCAL.has(code)) return "local";
  if (kind === "gone") return "pruned";
  if (kind === "unreachable" || TRANSPORT.has(code)) return "transport";
  return kind === "unavailable" || kind === "not-found" || code === "NODE_REFUSED" ? "refusal" : "answer";
}

/** Whether the same question may succeed a moment later (PROTOCOL 12.6). */
export function isPassing(reason: ChainError): boolean {
  return RETRIED.has(failureKind(reason));
}

const RETRIED: ReadonlySet<FailureKind> = new Set(["transport", "overload"]);
