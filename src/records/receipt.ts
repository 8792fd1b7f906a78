import { addressOf } from "../codec/address.js";
import { canonicalJson, stringToJson, canonicalJsonInSteps } from "../codec/canonical-json.js";
import { isSignatureValid, privateKeyToPublicKey, sign } from "../codec/ed25519.js";
import { hashOf } from "../codec/hash.js";
import { allSteps, type Steps } from "../codec/steps.js";
import { detached } from "../codec/text.js";
import { objectToValue, type Value } from "../codec/value.js";
import * as errors from "./errors.js";
import { Fields } from "./fields.js";
import { MAX_BLOCK_SIZE } from "./limits.js";

/** Receipts stay as received (PROTOCOL 10.1), so each part carries its canonical text. */

/** A peer's signed statement that a node asked it in a round (PROTOCOL 10.7). Keyed by the asker's node address. */
export interface Receipt {
  readonly previous_blockhash: string;
  readonly receipt_hash: string;
  /** The asked node's owner, who gets a share of the reward. */
  readonly beneficiary: string;
  readonly signed_query: SignedQuery;
  /** The asked node's peer key. */
  readonly public_key: string;
  readonly signature: string;
  /** Canonical JSON of the whole receipt. */
  readonly text: string;
}

interface SignedQuery {
  readonly query: Query;
  /** The asker's node key. */
  readonly public_key: string;
  readonly signature: string;
  /** Canonical JSON of the whole signed query. */
  readonly text: string;
}

export interface Query {
  /** The blockhash of the main tip when the query was made. */
  readonly previous_blockhash: string;
  /** The asked node's peer address. */
  readonly address: string;
  /** Canonical JSON of the whole query. */
  readonly text: string;
}

/** Signs a query with the asker's node key (PROTOCOL 3.5, 10.8). */
export function createSignedQuery(asked: Omit<Query, "text">, nodePrivateKey: string): SignedQuery {
  const { previous_blockhash, address } = asked;
  const signature = sign(hashOf(objectToValue({ previous_blockhash, address })), nodePrivateKey);
  return signedQueryOf(asked, { public_key: privateKeyToPublicKey(nodePrivateKey), signature });
}

/** The query that a node key has signed. */
export function signedQueryOf(
  { previous_blockhash, address }: Omit<Query, "text">,
  { public_key, signature }: Pick<SignedQuery, "public_key" | "signature">,
): SignedQuery {
  const query = objectToValue({ previous_blockhash, address });
  return {
    query: { previous_blockhash, address, text: canonicalJson(query) },
    public_key,
    signature,
    text: canonicalJson(objectToValue({ query, public_key, signature })),
  };
}

/** Signs a receipt for a query with the asked node's peer key (PROTOCOL 3.5, 10.8). */
export function createReceipt(
  signed_query: SignedQuery,
  beneficiary: string,
  peerPrivateKey: string,
): Receipt {
  const { previous_blockhash } = signed_query.query;
  const receipt_hash = receiptHash({ previous_blockhash, beneficiary, signed_query });
  const public_key = privateKeyToPublicKey(peerPrivateKey);
  const signature = sign(receipt_hash, peerPrivateKey);
  const text =
    `{"previous_blockhash":"${previous_blockhash}","receipt_hash":"${receipt_hash}",` +
    `"beneficiary":${stringToJson(beneficiary)},"signed_query":${signed_query.text},` +
    `"public_key":"${public_key}","signature":"${signature}"}`;
  return { previous_blockhash, receipt_hash, beneficiary, signed_query, public_key, signature, text };
}

/** The key of a receipt in a block: its asker's node address (PROTOCOL 10.9). */
export function askerOf(receipt: Receipt): string {
  return addressOf(receipt.signed_query.public_key);
}

/** Reads a received receipt. Throws `RECORD_MALFORMED`. `assertReceipt` checks hash and signatures. */
export function readReceipt(value: Value | undefined): Receipt {
  return allSteps(readReceiptInSteps(value));
}

/** Like `readReceipt`, but in steps, because unknown members may make a receipt as long as a block. */
export function* readReceiptInSteps(value: Value | undefined): Steps<Receipt> {
  const fields = new Fields(value, "receipt");
  // Printed first: no part is longer than the whole.
  const text = yield* printInSteps(value, "receipt", MAX_BLOCK_SIZE);
  return {
    previous_blockhash: fields.timeHash("previous_blockhash"),
    receipt_hash: fields.hash("receipt_hash"),
    beneficiary: fields.address("beneficiary"),
    signed_query: yield* readSignedQueryInSteps(fields.map("signed_query")),
    public_key: fields.publicKey("public_key"),
    signature: fields.signature("signature"),
    text,
  };
}

function* readSignedQueryInSteps(value: Value): Steps<SignedQuery> {
  const fields = new Fields(value, "signed query");
  const asked = fields.map("query");
  const query = new Fields(asked, "query");
  return {
    query: {
      previous_blockhash: query.timeHash("previous_blockhash"),
      address: query.address("address"),
      text: yield* printInSteps(asked, "query"),
    },
    public_key: fields.publicKey("public_key"),
    signature: fields.signature("signature"),
    text: yield* printInSteps(value, "signed query"),
  };
}

function* printInSteps(value: Value | undefined, record: string, maxLength = Infinity): Steps<string> {
  const text = yield* canonicalJsonInSteps(value ?? null, maxLength);
  // Joined of parts of what arrived, which it does not keep.
  if (text !== null) return detached(text);
  throw errors.recordMalformed({ record, rule: `it must have at most ${maxLength} bytes` });
}

/** Throws unless the hash and both signatures are valid and the query matches the receipt (PROTOCOL 10.8). */
export function assertReceipt(receipt: Receipt): void {
  const { query, public_key, signature } = receipt.signed_query;
  if (query.previous_blockhash !== receipt.previous_blockhash)
    throw errors.receiptQuery({ difference: "they name different main blocks" });
  if (query.address !== addressOf(receipt.public_key))
    throw errors.receiptQuery({ difference: "the query was sent to another peer" });
  if (receipt.receipt_hash !== receiptHash(receipt)) throw errors.receiptHash();
  if (!isSignatureValid(receipt.receipt_hash, receipt.public_key, receipt.signature))
    throw errors.receiptSignature();
  if (!isSignatureValid(hashOf(query.text), public_key, signature)) throw errors.querySignature();
}

/** `H({previous_blockhash, beneficiary, signed_query})`. */
function receiptHash(receipt: Pick<Receipt, "previous_blockhash" | "beneficiary" | "signed_query">): string {
  const { previous_blockhash, beneficiary, signed_query } = receipt;
  return hashOf(
    `{"previous_blockhash":"${previous_blockhash}","beneficiary":${stringToJson(beneficiary)},` +
      `"signed_query":${signed_query.text}}`,
  );
}
