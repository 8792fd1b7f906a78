import { ChainError } from "../codec/chain-error.js";
import { valueToText } from "../codec/text.js";
import type { SignedTransaction } from "./transaction.js";

/**
 * The conditions for executing a well-formed transaction, except those of its contract (PROTOCOL 5.5), with the
 * recorded texts (PROTOCOL 5.11).
 */

/** Throws `TRANSACTION_TIMESTAMP` unless the tip's s_timestamp < timestamp ≤ the round's. Times in µs. */
export function assertTimely(tx: SignedTransaction, tipTimestamp: number, roundTimestamp: number): void {
  if (isTimely(tx, tipTimestamp, roundTimestamp)) return;
  throw untimely(tx, timeBounds(tipTimestamp, roundTimestamp));
}

/** The times between which a node accepts a submission, in µs. */
export interface SubmissionTimes {
  /** Accepted timestamps are greater than `afterUs` and at most `untilUs`. */
  readonly afterUs: number;
  readonly untilUs: number;
  readonly nowUs: number;
  /** The age from which a slow clock is to blame, and not a slow connection. */
  readonly toleranceUs: number;
}

/**
 * The same for a submission (PROTOCOL 5.6, 15.2). When the timestamp is so far from the node's clock that signing again
 * would not help, the message adds the difference to the recorded text.
 */
export function assertTimelySubmission(tx: SignedTransaction, times: SubmissionTimes): void {
  const { afterUs, untilUs, nowUs, toleranceUs } = times;
  if (isTimely(tx, afterUs, untilUs)) return;
  const aheadUs = tx.timestamp - nowUs;
  const isWayLong = aheadUs >= -toleranceUs && tx.timestamp <= untilUs;
  if (isWayLong) throw untimely(tx, timeBounds(afterUs, untilUs));
  const seconds = `${(Math.abs(aheadUs) / 1_000_000).toFixed(3)} seconds`;
  throw untimely(
    tx,
    `${timeBounds(afterUs, untilUs)}(it is ${seconds} ${aheadUs < 0 ? "behind" : "ahead of"} the node's clock) `,
    "Set the clock of the machine that signs.",
  );
}

function isTimely({ timestamp }: SignedTransaction, afterUs: number, untilUs: number): boolean {
  return afterUs < timestamp && timestamp <= untilUs;
}

function timeBounds(afterUs: number, untilUs: number): string {
  return `Timestamp must be greater than ${afterUs} and less than ${untilUs} `;
}

function untimely({ timestamp }: SignedTransaction, message: string, advice?: string): ChainError {
  const details = { timestamp };
  return new ChainError(
    "TRANSACTION_TIMESTAMP",
    message,
    advice === undefined ? { details } : { details, advice },
  );
}

/**
 * Whether a node refused a transaction because its tip is as new as the transaction. Signed again, it may be accepted.
 */
export function isOvertaken(refusal: string, { timestamp }: SignedTransaction): boolean {
  const tipTimestamp = /^Timestamp must be greater than ([0-9]+) and less than /.exec(refusal)?.[1];
  return tipTimestamp !== undefined && timestamp <= Number(tipTimestamp);
}

/** Throws `TRANSACTION_FROM` when `from` is given and is not the signer's address. */
export function assertSender(tx: SignedTransaction): void {
  const from = tx.transaction.get("from") ?? null;
  if (from === null || from === tx.address) return;
  throw new ChainError("TRANSACTION_FROM", `Invalid from address: ${valueToText(from)} `);
}

/** The beginnings of the texts for a missing code, by error code. */
const MISSING = {
  CONTRACT_MISSING: "There is no contract code: ",
  REQUEST_MISSING: "There is no request code: ",
} as const;

/** The error when no contract has this cid and name. */
export function contractMissing(cid: string, type: string): ChainError {
  return codeMissing("CONTRACT_MISSING", `${cid} ${type}`);
}

/** The error when no request has this name, or none under this cid. */
export function requestMissing(type: string): ChainError {
  return codeMissing("REQUEST_MISSING", `${type} `);
}

function codeMissing(code: keyof typeof MISSING, name: string): ChainError {
  return new ChainError(code, MISSING[code] + name, { kind: "not-found" });
}

/** Returns the error code when a node's refusal reports a missing contract or request. */
export function readMissingCode(refusal: string): string | undefined {
  return Object.entries(MISSING).find(([, text]) => refusal.startsWith(text))?.[0];
}

/** The error when an accepted transaction left the pool without a block. The reason is the node's, when it is known. */
export function transactionDropped(
  hash: string,
  why?: { readonly reason: string; readonly height: number },
): ChainError {
  const { reason = "The transaction was accepted, but no block holds it. ", height } = why ?? {};
  return new ChainError("TRANSACTION_DROPPED", reason, {
    details: { hash, ...(height === undefined ? {} : { height }) },
    advice: "The node accepted the transaction and dropped it later. Sign it again to try again.",
  });
}

/** The error when no block holds the transaction yet, but the node's pool does. */
export function transactionPending(hash: string): ChainError {
  return new ChainError(
    "TRANSACTION_PENDING",
    "The transaction waits in the node's pool: no block holds it yet. ",
    {
      kind: "not-found",
      details: { hash },
      advice: "Wait for its block: chainnode tx wait <hash>",
    },
  );
}

/** The error when no block holds the transaction, possibly because it is new. */
export function unknownTransaction(hash: string): ChainError {
  return new ChainError("TRANSACTION_UNKNOWN", "No block of the chain holds this transaction. ", {
    kind: "not-found",
    details: { hash },
    advice: "A new one may take a moment: chainnode tx wait <hash>",
  });
}
