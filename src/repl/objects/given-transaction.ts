import { ZERO_ADDRESS } from "../../codec/address.js";
import { valueToText } from "../../codec/text.js";
import type { Value } from "../../codec/value.js";
import {
  readSignedTransaction,
  unsignedTransaction,
  type SignedTransaction,
} from "../../records/transaction.js";
import { toValue, toValueMap } from "../to-value.js";

/** A transaction as somebody holds it at the prompt. */
export interface GivenTransaction {
  readonly transaction: SignedTransaction;
  readonly from: string;
  readonly isSigned: boolean;
}

/**
 * Reads what `tx.sign` made, a record as a block holds it, or the members of a transaction that nobody signed: without a
 * time it is of now, without a sender from nobody. Throws `CONSOLE_VALUE` or `TRANSACTION_MALFORMED`.
 */
export function readGivenTransaction(input: unknown, nowUs: number): GivenTransaction {
  const { transaction, public_key, signature } = (input ?? {}) as Partial<Record<string, unknown>>;
  if (public_key !== undefined) {
    const read = { transaction: valueOf(transaction), public_key: valueOf(public_key) };
    const signed = readSignedTransaction({ ...read, signature: valueOf(signature) });
    return { transaction: signed, from: signed.address, isSigned: true };
  }
  const members = new Map(toValueMap(input));
  if (!members.has("timestamp")) members.set("timestamp", BigInt(nowUs));
  const from = valueToText(members.get("from") ?? ZERO_ADDRESS);
  return { transaction: unsignedTransaction(members), from, isSigned: false };
}

function valueOf(member: unknown): Value | undefined {
  return member === undefined ? undefined : toValue(member);
}
