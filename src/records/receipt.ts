import { ChainError } from "../codec/chain-error.js";
import { isSignatureValid, privateKeyToPublicKey, sign } from "../codec/ed25519.js";
import { hashOf } from "../codec/hash.js";
import type { Value, ValueMap } from "../codec/value.js";
import { addressOf } from "./address-cache.js";
import { Fields } from "./fields.js";

/** A peer's word that a validator asked it in a round (PROTOCOL 10). Listed under the asker's node address. */
export interface Receipt {
  readonly previous_blockhash: string;
  readonly receipt_hash: string;
  /** Whose share of the reward it is: the asked node's owner. */
  readonly beneficiary: string;
  readonly signed_query: SignedQuery;
  /** The asked node's peer key. */
  readonly public_key: string;
  readonly signature: string;
}

export interface SignedQuery {
  readonly query: Query;
  /** The asker's node key. */
  readonly public_key: string;
  readonly signature: string;
}

export interface Query {
  /** The main tip when it was asked. */
  readonly previous_blockhash: string;
  /** The asked node's peer address. */
  readonly address: string;
}

/** Asks: signs a query with the asker's node key. */
export function createSignedQuery(query: Query, nodePrivateKey: string): SignedQuery {
  return {
    query,
    public_key: privateKeyToPublicKey(nodePrivateKey),
    signature: sign(hashOf(queryToValue(query)), nodePrivateKey),
  };
}

/** Answers: signs a receipt for a query with the asked node's peer key. */
export function createReceipt(
  signed_query: SignedQuery,
  beneficiary: string,
  peerPrivateKey: string,
): Receipt {
  const { previous_blockhash } = signed_query.query;
  const receipt_hash = receiptHash({ previous_blockhash, beneficiary, signed_query });
  return {
    previous_blockhash,
    receipt_hash,
    beneficiary,
    signed_query,
    public_key: privateKeyToPublicKey(peerPrivateKey),
    signature: sign(receipt_hash, peerPrivateKey),
  };
}

/** The address a receipt is listed under: its asker's. */
export function receiptSigner(receipt: Receipt): string {
  return addressOf(receipt.signed_query.public_key);
}

/** Reads a signed query that arrived. Throws `RECORD_MALFORMED`. */
export function readSignedQuery(value: Value | undefined): SignedQuery {
  const fields = new Fields(value, "signed query");
  const query = new Fields(fields.map("query"), "query");
  return {
    query: {
      previous_blockhash: query.timeHash("previous_blockhash"),
      address: query.address("address"),
    },
    public_key: fields.publicKey("public_key"),
    signature: fields.signature("signature"),
  };
}

/** Reads a receipt that arrived. Throws `RECORD_MALFORMED`; hash and signatures are `assertReceipt`'s. */
export function readReceipt(value: Value | undefined): Receipt {
  const fields = new Fields(value, "receipt");
  return {
    previous_blockhash: fields.timeHash("previous_blockhash"),
    receipt_hash: fields.hash("receipt_hash"),
    beneficiary: fields.address("beneficiary"),
    signed_query: readSignedQuery(fields.map("signed_query")),
    public_key: fields.publicKey("public_key"),
    signature: fields.signature("signature"),
  };
}

/** Throws `QUERY_SIGNATURE` unless the query is its asker's. */
export function assertQuerySigned({ query, public_key, signature }: SignedQuery): void {
  if (!isSignatureValid(hashOf(queryToValue(query)), public_key, signature))
    throw new ChainError("QUERY_SIGNATURE", "The query's signature is not its asker's. ");
}

/** Throws unless hash, both signatures, and what query and receipt say of each other are right (PROTOCOL 10). */
export function assertReceipt(receipt: Receipt): void {
  const { query } = receipt.signed_query;
  if (query.previous_blockhash !== receipt.previous_blockhash)
    throw new ChainError("RECEIPT_QUERY", "The receipt and its query name different main blocks. ");
  if (query.address !== addressOf(receipt.public_key))
    throw new ChainError("RECEIPT_QUERY", "The receipt's query asked another peer. ");
  if (receipt.receipt_hash !== receiptHash(receipt))
    throw new ChainError("RECEIPT_HASH", "The receipt's hash is not that of its content. ");
  if (!isSignatureValid(receipt.receipt_hash, receipt.public_key, receipt.signature))
    throw new ChainError("RECEIPT_SIGNATURE", "The receipt's signature is not its signer's. ");
  assertQuerySigned(receipt.signed_query);
}

/** The receipt as a value, in the protocol's order of fields. */
export function receiptToValue(receipt: Receipt): ValueMap {
  return new Map<string, Value>([
    ["previous_blockhash", receipt.previous_blockhash],
    ["receipt_hash", receipt.receipt_hash],
    ["beneficiary", receipt.beneficiary],
    ["signed_query", signedQueryToValue(receipt.signed_query)],
    ["public_key", receipt.public_key],
    ["signature", receipt.signature],
  ]);
}

export function signedQueryToValue(signedQuery: SignedQuery): ValueMap {
  return new Map<string, Value>([
    ["query", queryToValue(signedQuery.query)],
    ["public_key", signedQuery.public_key],
    ["signature", signedQuery.signature],
  ]);
}

function queryToValue(query: Query): ValueMap {
  return new Map([
    ["previous_blockhash", query.previous_blockhash],
    ["address", query.address],
  ]);
}

function receiptHash(receipt: Pick<Receipt, "previous_blockhash" | "beneficiary" | "signed_query">): string {
  return hashOf(
    new Map<string, Value>([
      ["previous_blockhash", receipt.previous_blockhash],
      ["beneficiary", receipt.beneficiary],
      ["signed_query", signedQueryToValue(receipt.signed_query)],
    ]),
  );
}
