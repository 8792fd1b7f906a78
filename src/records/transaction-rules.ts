import type { ChainError } from "../codec/chain-error.js";
import { valueToText } from "../codec/text.js";
import type { Network } from "./network.js";
import * as errors from "./errors.js";
import type { SignedTransaction } from "./transaction.js";

/** The conditions of execution but the contract's own (PROTOCOL 5.5), with the recorded texts (PROTOCOL 5.11). */

/** Throws unless the tip's s_timestamp < timestamp ≤ the round's. Times in µs. */
export function assertTimely(tx: SignedTransaction, tipTimestamp: number, roundTimestamp: number): void {
  const bounds = { afterUs: tipTimestamp, untilUs: roundTimestamp };
  if (!isTimely(tx, bounds)) throw untimely(tx, bounds);
}

/** Accepted timestamps are greater than `afterUs` and at most `untilUs`. */
interface TimeBounds {
  readonly afterUs: number;
  readonly untilUs: number;
}

/** The times between which a node accepts a submission, in µs. */
interface SubmissionTimes extends TimeBounds {
  readonly nowUs: number;
  /** The age from which a slow clock is to blame, and not a slow connection. */
  readonly toleranceUs: number;
}

/** `assertTimely` for a submission (PROTOCOL 5.6, 15.2). The message adds how far the clocks differ. */
export function assertTimelySubmission(tx: SignedTransaction, times: SubmissionTimes): void {
  if (isTimely(tx, times)) return;
  const { untilUs, nowUs, toleranceUs } = times;
  const aheadUs = tx.timestamp - nowUs;
  const isWayLong = aheadUs >= -toleranceUs && tx.timestamp <= untilUs;
  if (isWayLong) throw untimely(tx, times);
  const seconds = `${(Math.abs(aheadUs) / 1_000_000).toFixed(3)} seconds`;
  const remark = `(it is ${seconds} ${aheadUs < 0 ? "behind" : "ahead of"} the node's clock) `;
  throw untimely(tx, times, remark);
}

function isTimely({ timestamp }: SignedTransaction, { afterUs, untilUs }: TimeBounds): boolean {
  return afterUs < timestamp && timestamp <= untilUs;
}

function untimely(
  { hash, timestamp }: SignedTransaction,
  { afterUs, untilUs }: TimeBounds,
  remark = "",
): ChainError {
  const raise = timestamp > afterUs ? errors.transactionTimestamp : errors.transactionOvertaken;
  return raise({ hash, timestamp, after: afterUs, until: untilUs, remark });
}

/** Whether a tip as new as the transaction is why it was refused; a 2.1 node's text is read for it. */
export function isOvertaken({ code, message }: ChainError, { timestamp }: SignedTransaction): boolean {
  if (code === errors.transactionOvertaken.code) return true;
  const tipTimestamp = /^Timestamp must be greater than ([0-9]+) and less than /.exec(message)?.[1];
  return tipTimestamp !== undefined && timestamp <= Number(tipTimestamp);
}

/** Throws `TRANSACTION_FROM` when `from` is given and is not the signer's address. */
export function assertSender(tx: SignedTransaction): void {
  const from = tx.transaction.get("from") ?? null;
  if (from === null || from === tx.address) return;
  throw errors.transactionFrom({ from: valueToText(from) });
}

/** Throws `TRANSACTION_NETWORK` unless rules 2 find signer, space and network named (PROTOCOL 16.5). */
export function assertNetworkNamed(
  { transaction }: Pick<SignedTransaction, "transaction">,
  { ruleSet, networkAddress }: Pick<Network, "ruleSet" | "networkAddress">,
): void {
  if (!ruleSet.namesNetwork) return;
  for (const member of ["from", "cid", "network"] as const)
    if ((transaction.get(member) ?? null) === null)
      throw errors.transactionMalformed({
        message: `The signed transaction must contain the "transaction.${member}" parameter. `,
      });
  const network = transaction.get("network") ?? null;
  if (network !== networkAddress) throw errors.transactionNetwork({ network: valueToText(network) });
}

/** The members that name the network, where its rules demand them (PROTOCOL 16.5). */
export function networkMembers({
  ruleSet,
  rootCid,
  networkAddress,
}: Pick<Network, "ruleSet" | "rootCid" | "networkAddress">): ReadonlyMap<string, string> {
  const members = [
    ["cid", rootCid],
    ["network", networkAddress],
  ] as const;
  return new Map(ruleSet.namesNetwork ? members : []);
}

/** Returns the error when the text of a refusal reports a missing contract or request. */
export function readMissing(refusal: string): ChainError | undefined {
  const [, cid, contract] = /^There is no contract code: (\S*) (.*)$/s.exec(refusal) ?? [];
  if (cid !== undefined && contract !== undefined) return errors.contractMissing({ cid, type: contract });
  const type = /^There is no request code: (.*) $/s.exec(refusal)?.[1];
  return type === undefined ? undefined : errors.requestMissing({ type });
}
