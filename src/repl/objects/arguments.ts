import { findTransactionHash } from "../../actions/find-hash.js";
import type { Client } from "../../client/index.js";
import { ZERO_ADDRESS } from "../../codec/address.js";
import { valueToText, isWholeNumber } from "../../codec/text.js";
import type { Value, ValueMap } from "../../codec/value.js";
import {
  readSignedTransaction,
  unsignedTransaction,
  type SignedTransaction,
} from "../../records/transaction.js";
import type { Addresses } from "../addresses.js";
import type { ConsoleConnection } from "../connection.js";
import { toValue, toValueMap } from "../to-value.js";
import { isTimeHash } from "../../records/fields.js";
import { transactionHashInvalid, heightInvalid } from "../../actions/errors.js";

export interface GivenTransaction {
  readonly transaction: SignedTransaction;
  readonly from: string;
  readonly isSigned: boolean;
}

export type GivenReader = (input: unknown) => Promise<GivenTransaction>;

/**
 * Reads the result of `tx.sign`, a record as a block holds it, or the members of an unsigned transaction. In the
 * last, the time defaults to now, the sender is absent by default, and names of keys stand for their addresses.
 * Throws `CONSOLE_VALUE` or `TRANSACTION_MALFORMED`, or as `Addresses.resolve` does.
 */
export function createGivenReader(
  { nowUs }: Pick<ConsoleConnection, "nowUs">,
  addresses: Addresses,
): GivenReader {
  return async (given) => {
    const isSigned = (given as { readonly public_key?: unknown } | null)?.public_key !== undefined;
    return readGivenTransaction(
      isSigned ? given : await resolveMembers(toValueMap(given), addresses),
      nowUs(),
    );
  };
}

async function resolveMembers(members: ValueMap, addresses: Addresses): Promise<ValueMap> {
  const { type, from } = Object.fromEntries(members);
  const resolved = new Map(
    typeof type === "string" ? await addresses.resolveCall({ kind: "contract", type }, members) : members,
  );
  return typeof from === "string" ? resolved.set("from", await addresses.resolve(from)) : resolved;
}

function readGivenTransaction(input: unknown, nowUs: number): GivenTransaction {
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

/** Reads a hash. Throws `TRANSACTION_HASH`: without one a node would return its latest transaction. */
export function readHash(given: unknown): string {
  if (typeof given === "string" && isTimeHash(given)) return given;
  throw transactionHashInvalid(
    typeof given === "string" ? { characters: given.length } : { type: typeof given },
  );
}

/** Like `readHash`, also for part of a hash. Throws as `findTransactionHash` does. */
export async function findHash(client: Client, given: unknown): Promise<string> {
  return typeof given === "string" ? findTransactionHash(client, given) : readHash(given);
}

/** Reads a height: a whole number of either type, or its digits. Throws `HEIGHT`. */
export function readHeight(given: unknown): number {
  const text = ["number", "bigint", "string"].includes(typeof given) ? String(given) : "";
  if (isWholeNumber(text)) return Number(text);
  throw heightInvalid(text === "" ? { type: given === null ? "null" : typeof given } : { height: text });
}
