import { addressOf } from "../codec/address.js";
import { canonicalJson, canonicalJsonInSteps } from "../codec/canonical-json.js";
import type { ChainError } from "../codec/chain-error.js";
import { isKey, isSignatureValid, privateKeyToPublicKey, sign } from "../codec/ed25519.js";
import { hashOf, timeHash } from "../codec/hash.js";
import { parseJson, parseJsonInSteps } from "../codec/parse-json.js";
import { allSteps, type Steps } from "../codec/steps.js";
import { detached, valueToText } from "../codec/text.js";
import { isMap, memberOf, type Value, type ValueMap, weightUpTo } from "../codec/value.js";
import * as errors from "./errors.js";
import { MAX_TRANSACTION_SIZE } from "./limits.js";

/** The greatest weight that is read in one step: a tenth of a millisecond. Nearly every transaction is lighter. */
const LIGHT = 1024;

/** A well-formed transaction with its public key and signature (PROTOCOL 5.1, 5.4). */
export interface SignedTransaction {
  /** `timeHash(H(transaction), timestamp)`, 78 characters (PROTOCOL 5.2). */
  readonly hash: string;
  /** Canonical JSON of `{"transaction":…,"public_key":…,"signature":…}`. */
  readonly text: string;
  /** The length of `text` in bytes, by which fees and the limit are measured (PROTOCOL 5.3). */
  readonly size: number;
  readonly type: string;
  /** Microseconds. Beyond 2^53 it is the nearest float, while the hash is exact; no round ever has such a time. */
  readonly timestamp: number;
  /** The cid that was given, null for the network's root cid. */
  readonly cid: string | null;
  readonly address: string;
  readonly transaction: ValueMap;
  readonly public_key: string;
  readonly signature: string;
}

export type SignedHash = Pick<SignedTransaction, "hash" | "public_key" | "signature">;

/** Received input, not checked yet; `undefined` and null both mean "missing". */
export interface SignedTransactionInput {
  readonly transaction: Value | undefined;
  readonly public_key: Value | undefined;
  readonly signature: Value | undefined;
}

/**
 * Reads a received transaction. Throws `TRANSACTION_MALFORMED` with the protocol's text (PROTOCOL 5.4, 5.11). The
 * record holds the values of the canonical text, not those of the original tokens (PROTOCOL 1.10). Does not verify the
 * signature: `assertSigned` does so once, at admission.
 */
export function readSignedTransaction(input: SignedTransactionInput): SignedTransaction {
  return allSteps(readSignedTransactionInSteps(input));
}

/** Like `readSignedTransaction`, but in steps: a transaction of the largest size with only small values takes long. */
export function* readSignedTransactionInSteps(input: SignedTransactionInput): Steps<SignedTransaction> {
  const transaction = input.transaction ?? null;
  if (transaction === null) throw missing("transaction");
  const public_key = readSignerText(input.public_key, "public_key");
  if (!isKey(public_key)) throw malformed(`Invalid public key: ${public_key}`);
  const signature = readSignerText(input.signature, "signature");

  const { value: map, text: transactionText } = yield* readCanonical(transaction);
  const type = memberOf(map, "type") ?? null;
  if (type === null || !isMap(map)) throw missing("transaction.type");
  if (typeof type !== "string") throw mistyped("transaction.type", "string");
  const timestamp = map.get("timestamp") ?? null;
  if (timestamp === null) throw missing("transaction.timestamp");
  if (typeof timestamp !== "bigint") throw mistyped("transaction.timestamp", "integer");

  const { text: signatureText } = yield* readCanonical(signature);
  const text = `{"transaction":${transactionText},"public_key":"${public_key}","signature":${signatureText}}`;
  if (text.length > MAX_TRANSACTION_SIZE) throw tooLarge();
  const cid = map.get("cid") ?? null;
  return {
    hash: timeHash(hashOf(transactionText), timestamp),
    text,
    size: text.length,
    type,
    timestamp: Number(timestamp),
    cid: cid === null ? null : valueToText(cid),
    address: addressOf(public_key),
    transaction: map,
    public_key,
    signature,
  };
}

interface Canonical {
  readonly value: Value;
  readonly text: string;
}

/**
 * Returns the value that a value's canonical text reads back as, with that text. It is read from there although it is known:
 * its strings were parts of what arrived, perhaps of a megabyte, which would stay in memory with the transaction.
 */
function* readCanonical(value: Value): Steps<Canonical> {
  if (weightUpTo(value, LIGHT) <= LIGHT) {
    const text = canonicalJson(value);
    return { value: parseJson(text), text };
  }
  const text = yield* canonicalJsonInSteps(value, MAX_TRANSACTION_SIZE);
  if (text === null) throw tooLarge();
  return { value: yield* parseJsonInSteps(text), text };
}

/** Reads a transaction record, `{transaction, public_key, signature}`, as blocks and peers hold it. */
export function readTransactionRecord(record: Value | undefined): SignedTransaction {
  return allSteps(readTransactionRecordInSteps(record));
}

export function readTransactionRecordInSteps(record: Value | undefined): Steps<SignedTransaction> {
  return readSignedTransactionInSteps(recordToInput(record));
}

export function recordToInput(record: Value | undefined): SignedTransactionInput {
  return {
    transaction: memberOf(record, "transaction"),
    public_key: memberOf(record, "public_key"),
    signature: memberOf(record, "signature"),
  };
}

/** Whether the signature over the hash is valid (PROTOCOL 5.2). */
export function isSigned({ hash, public_key, signature }: SignedHash): boolean {
  return isSignatureValid(hash, public_key, signature);
}

/** Throws `TRANSACTION_SIGNATURE` unless the signature is valid. */
export function assertSigned(tx: SignedTransaction): void {
  if (!isSigned(tx)) throw notSigned(tx);
}

export function notSigned({ hash, signature }: SignedTransaction): ChainError {
  return errors.transactionSignature({ hash, signature });
}

/** Signs a map with at least `type` and `timestamp` (PROTOCOL 5.2). Throws `TRANSACTION_MALFORMED`. */
export function signTransaction(transaction: ValueMap, privateKey: string): SignedTransaction {
  const public_key = privateKeyToPublicKey(privateKey);
  const { hash } = readSignedTransaction({ transaction, public_key, signature: "" });
  return readSignedTransaction({ transaction, public_key, signature: sign(hash, privateKey) });
}

/** A placeholder key and signature of full length. */
const NO_KEY = "0".repeat(64);
const NO_SIGNATURE = "0".repeat(128);

/** Reads an unsigned map, with the size and hash of the signed one. Throws `TRANSACTION_MALFORMED`. */
export function unsignedTransaction(transaction: ValueMap, public_key = NO_KEY): SignedTransaction {
  return readSignedTransaction({ transaction, public_key, signature: NO_SIGNATURE });
}

function tooLarge(): ChainError {
  return malformed(`The transaction must not exceed ${MAX_TRANSACTION_SIZE} bytes. `);
}

function readSignerText(value: Value | undefined, name: "public_key" | "signature"): string {
  const text = value ?? null;
  if (text === null) throw missing(name);
  if (typeof text !== "string") throw mistyped(name, "string");
  return detached(text);
}

function missing(name: string): ChainError {
  return malformed(`The signed transaction must contain the "${name}" parameter. `);
}

function mistyped(name: string, type: "string" | "integer"): ChainError {
  return malformed(`Parameter "${name}" must be of ${type} type. `);
}

function malformed(message: string): ChainError {
  return errors.transactionMalformed({ message });
}
