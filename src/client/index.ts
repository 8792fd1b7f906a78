/** The package's `chainnode/client`: a typed client, with the functions to build and sign transactions. */
export {
  createClient,
  type CallableCode,
  type Client,
  type ClientOptions,
  type PeerOptions,
  type WhatIfConditions,
} from "./create-client.js";
export type { EventsOptions, NodeEvent } from "./events.js";
export type { ListBlockOptions, ListPage, SystemRequests, Target } from "./system-requests.js";
export type * from "./answers.js";

export { publicKeyToAddress } from "../codec/address.js";
export { canonicalJson } from "../codec/canonical-json.js";
export { coinsToUnits } from "../codec/coins.js";
export { ChainError, type ErrorKind } from "../codec/chain-error.js";
export { privateKeyToPublicKey } from "../codec/ed25519.js";
export { parseJson } from "../codec/parse-json.js";
export { objectToValue, type Value, type ValueList, type ValueMap } from "../codec/value.js";
export type { OperationName } from "../records/operations/operations.js";
export { signTransaction, type SignedTransaction } from "../records/transaction.js";
