import {
  BOOLEAN,
  EMPTY_LIST,
  HEIGHT,
  PUBLIC_KEY,
  SIGNATURE,
  ADDRESS,
  HASH,
  TEXT,
  TIMESTAMP,
  TIME_HASH,
  described,
  either,
  listOf,
  mapOf,
  recordOf,
  type JsonSchema,
} from "./json-schema.js";
import { parameter, type Operation } from "./operation.js";
import { recordSchema } from "./record-schemas.js";

/** The node operations (docs/rpc.md; PROTOCOL 12.1, 12.2, 13.6, 13.8). */

/** The beginning of an address; there is one peer for each (PROTOCOL 12.1). */
const ADDRESS_PREFIX: JsonSchema = { type: "string", minLength: 3, maxLength: 3 };
/** A host name of 253 characters and a port. */
const MAX_HOST_LENGTH = 259;

const chainType = parameter({
  name: "chain_type",
  type: "string",
  maxlength: 8,
  default: "main",
  summary: "`main`, `resource` or `all`; anything else counts as `main`.",
});

/** One chain's shape, or both under their names for chain_type `all` (PROTOCOL 13.6). */
function byChain(main: JsonSchema, resource: JsonSchema): JsonSchema {
  return either(main, resource, recordOf({ main, resource }));
}

function roundOf(block: JsonSchema): JsonSchema {
  return recordOf({
    block,
    sync_limit: described(HEIGHT, "The height of the chain's latest block."),
    timestamp: TIMESTAMP,
  });
}

export const PING: Operation = {
  name: "Ping",
  summary: "Shows that the node answers.",
  parameters: [],
  isRead: true,
  data: EMPTY_LIST,
};

export const INFO: Operation = {
  name: "Info",
  summary: "What the node is doing, and the latest block of both chains.",
  parameters: [],
  isRead: true,
  data: recordOf({
    status: TEXT,
    version: described(TEXT, "The protocol version."),
    chain_maker_policy: BOOLEAN,
    resource_miner_policy: BOOLEAN,
    peer_searcher_policy: BOOLEAN,
    collector_policy: BOOLEAN,
    mining: BOOLEAN,
    last_block: recordSchema("MainBlockSummary"),
    last_resource_block: recordSchema("ResourceBlockSummary"),
  }),
};

export const PEER: Operation = {
  name: "Peer",
  summary: "The peers this node knows; offers it another one, or asks who it is.",
  parameters: [
    parameter({
      name: "register",
      type: "flag",
      maxlength: 5,
      default: 0n,
      summary: "Offer the node a host to try as a peer.",
    }),
    parameter({
      name: "host",
      type: "string",
      maxlength: MAX_HOST_LENGTH,
      summary: "The host to register, as `name:port`.",
    }),
    parameter({
      name: "authentication",
      type: "flag",
      maxlength: 5,
      default: 0n,
      summary: "Ask for the node's signed statement of which network it is in.",
    }),
    parameter({
      name: "height",
      type: "int",
      maxlength: 16,
      summary: "The resource block whose hash the statement is made over.",
    }),
  ],
  isRead: true,
  data: {
    type: "object",
    properties: {
      peers: mapOf(recordOf({ host: TEXT, address: ADDRESS }), ADDRESS_PREFIX),
      known_hosts: listOf(TEXT),
      node: recordOf({
        timestamp: TIMESTAMP,
        genesis_address: ADDRESS,
        public_key: PUBLIC_KEY,
        signature: SIGNATURE,
        string: HASH,
      }),
    },
    required: ["peers", "known_hosts"],
    additionalProperties: false,
  },
  siblings: { register: BOOLEAN, registerResult: BOOLEAN, authentication: BOOLEAN },
};

export const ROUND: Operation = {
  name: "Round",
  summary: "The summary of a block and how far the node's chain goes.",
  parameters: [
    chainType,
    parameter({
      name: "height",
      type: "int",
      maxlength: 20,
      summary: "The block's height; the latest block's when left out.",
    }),
    parameter({
      name: "main",
      type: "int",
      maxlength: 20,
      summary: "With chain_type `all`: the main block's height.",
    }),
    parameter({
      name: "resource",
      type: "int",
      maxlength: 20,
      summary: "With chain_type `all`: the resource block's height.",
    }),
  ],
  isRead: true,
  data: byChain(roundOf(recordSchema("MainBlockSummary")), roundOf(recordSchema("ResourceBlockSummary"))),
};

export const BROADCAST: Operation = {
  name: "Broadcast",
  summary: "What the node holds for the coming block of a round.",
  parameters: [
    chainType,
    parameter({
      name: "round_key",
      type: "string",
      maxlength: 78,
      summary: "The blockhash that names the round; the latest block's when left out.",
    }),
  ],
  isRead: true,
  data: byChain(
    recordOf({
      transactions: mapOf(recordSchema("TransactionRecord"), TIME_HASH),
      chunks: mapOf(recordSchema("Chunk"), ADDRESS),
      hypotheses: mapOf(recordSchema("Hypothesis"), ADDRESS),
    }),
    recordOf({ receipts: mapOf(recordSchema("Receipt"), ADDRESS) }),
  ),
};
