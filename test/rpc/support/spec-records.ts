import { atLeast, fields, listOf, mapOf, type Shape } from "./spec-shapes.js";

/** The records of the RPC interface and their fields, written independently of the sources. */

export const SEAL_ENTRY = fields({
  hypothesis_hash: "a string",
  s_timestamp: "an integer",
  public_key: "a string",
  signature: "a string",
});

/** For type Send: the signer implies `from` when the sender left it out. */
const SEND = atLeast({
  type: "a string",
  to: "a string",
  amount: "a decimal-number string",
  timestamp: "an integer",
  from: "a string",
});

export const TRANSACTION_RECORD = fields({
  transaction: SEND,
  public_key: "a string",
  signature: "a string",
});

export const MAIN_BLOCK = fields({
  height: "an integer",
  s_timestamp: "an integer",
  previous_blockhash: "a string",
  blockhash: "a string",
  seal: mapOf(SEAL_ENTRY, "node address"),
  transactions: mapOf(TRANSACTION_RECORD, "transaction hash"),
  universal_updates: mapOf(
    fields({ old: "a decimal-number string or null", new: "a decimal-number string" }),
    "state key",
  ),
  local_updates: mapOf(
    fields({
      old: "a number, a decimal-number string or null",
      new: "a number or a decimal-number string",
    }),
    "state key",
  ),
});

export const MAIN_BLOCK_SUMMARY = fields({
  height: "an integer",
  s_timestamp: "an integer",
  previous_blockhash: "an empty string or a string",
  blockhash: "a string",
  transaction_count: "an integer",
});

/** Receipts stay as they were received, with any further members (PROTOCOL 10.1). */
const RECEIPT = atLeast({
  previous_blockhash: "a string",
  receipt_hash: "a string",
  beneficiary: "a string",
  signed_query: atLeast({
    query: atLeast({ previous_blockhash: "a string", address: "a string" }),
    public_key: "a string",
    signature: "a string",
  }),
  public_key: "a string",
  signature: "a string",
});
export const RECEIPTS = mapOf(RECEIPT, "validator address");

const RESOURCE_BLOCK_HEAD = {
  height: "an integer",
  blockhash: "a string",
  /** Empty for height 1. */
  previous_blockhash: "an empty string or a string",
  nonce: "a string",
  timestamp: "an integer",
  difficulty: "a decimal-number string",
  main_height: "an integer",
  main_blockhash: "a string",
  validator: "a string",
  miner: "a string",
} as const;

export const RESOURCE_BLOCK = fields({ ...RESOURCE_BLOCK_HEAD, receipts: RECEIPTS });
export const RESOURCE_BLOCK_SUMMARY = fields({ ...RESOURCE_BLOCK_HEAD, receipt_count: "an integer" });

/** The text of a registered code, as JSON. */
const CODE_HEAD = {
  type: "a string",
  name: "a string",
  version: "a string",
  nonce: "a string",
  writer: "a string",
} as const;
/** Each item is a pair. */
const CONDITIONS = listOf("a pair of an expression and a message");
const PARAMETER = fields({
  name: "a string",
  type: "a string",
  maxlength: "an integer",
  requirements: "a boolean",
  default: "any value",
  cases: "any value",
});

export const CONTRACT_CODE: Shape = fields({
  ...CODE_HEAD,
  parameters: mapOf(PARAMETER, "parameter name"),
  conditions: CONDITIONS,
  updates: listOf("any value"),
});
export const REQUEST_CODE: Shape = fields({
  ...CODE_HEAD,
  parameters: mapOf(PARAMETER, "parameter name"),
  /** GetBalance has none. */
  conditions: "an empty array",
  response: mapOf("any value", "output name"),
});
