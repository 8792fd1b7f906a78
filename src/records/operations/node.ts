import {
  EMPTY_LIST,
  BOOLEAN,
  INTEGER,
  TEXT,
  described,
  closedObjectOf,
  withOptional,
  HEIGHT,
  TIMESTAMP,
  type Read,
  type Schema,
  ADDRESS,
  HASH,
  PUBLIC_KEY,
  SIGNATURE,
  listOf,
  mapOf,
} from "./json-schema.js";
import { type Operation, optional } from "./operation.js";
import { MAIN_BLOCK_SUMMARY, RESOURCE_BLOCK_SUMMARY } from "./record-schemas.js";
import { CHAIN_TYPE, byChain } from "./parameters.js";

export const PING = {
  name: "Ping",
  summary: "Shows that the node answers.",
  parameters: [],
  isRead: true,
  data: EMPTY_LIST,
} as const satisfies Operation;

export const INFO = {
  name: "Info",
  summary: "What the node is doing, and the latest block of both chains.",
  parameters: [],
  isRead: true,
  data: withOptional(
    closedObjectOf({
      status: TEXT,
      version: described(TEXT, "The protocol version."),
      chain_maker_policy: BOOLEAN,
      resource_miner_policy: BOOLEAN,
      peer_searcher_policy: BOOLEAN,
      collector_policy: BOOLEAN,
      mining: BOOLEAN,
      last_block: MAIN_BLOCK_SUMMARY,
      last_resource_block: RESOURCE_BLOCK_SUMMARY,
    }),
    { rules: described(INTEGER, "The rules of the network; left out for rules 1 (PROTOCOL 16).") },
  ),
} as const satisfies Operation;

function roundOf<Block>(block: Schema<Block>) {
  return closedObjectOf({
    block,
    sync_limit: described(HEIGHT, "The height of the chain's latest block."),
    timestamp: TIMESTAMP,
  });
}

export type Round<Block> = Read<ReturnType<typeof roundOf<Block>>>;

export const MAIN_ROUND = roundOf(MAIN_BLOCK_SUMMARY);
export const RESOURCE_ROUND = roundOf(RESOURCE_BLOCK_SUMMARY);

export const ROUND = {
  name: "Round",
  summary: "The summary of a block and how far the node's chain goes.",
  parameters: [
    CHAIN_TYPE,
    optional("height", "int", 20, "The block's height; the latest block's when left out."),
    optional("main", "int", 20, "With chain_type `all`: the main block's height."),
    optional("resource", "int", 20, "With chain_type `all`: the resource block's height."),
  ],
  isRead: true,
  data: byChain(MAIN_ROUND, RESOURCE_ROUND),
} as const satisfies Operation;

/** The beginning of an address; there is one peer for each (PROTOCOL 12.1). */
const ADDRESS_PREFIX: Schema<string> = { type: "string", minLength: 3, maxLength: 3 };
/** A host name of 253 characters and a port. */
const MAX_HOST_LENGTH = 259;

const PEER_ENTRY = closedObjectOf({ host: TEXT, address: ADDRESS });
const NODE_STATEMENT = closedObjectOf({
  timestamp: TIMESTAMP,
  genesis_address: ADDRESS,
  public_key: PUBLIC_KEY,
  signature: SIGNATURE,
  string: HASH,
});
/** The node key's proof that the peer key is its own (PROTOCOL 15.13). */
const SLOT_STATEMENT = closedObjectOf({ public_key: PUBLIC_KEY, signature: SIGNATURE });
export type SlotStatement = Read<typeof SLOT_STATEMENT>;
const RULES = described(INTEGER, "The rules of the network; left out for rules 1 (PROTOCOL 16).");
export type PeerEntry = Read<typeof PEER_ENTRY>;
/** A node's signed statement of which network it is in (PROTOCOL 12.2). */
export type NodeStatement = Read<typeof NODE_STATEMENT>;

export const PEER = {
  name: "Peer",
  summary:
    "The peers and hosts that the node knows. Can also offer the node a host, or ask for its identity.",
  parameters: [
    optional("register", "flag", 5, "Offer the node a host to try as a peer.", { default: 0n }),
    optional("host", "string", MAX_HOST_LENGTH, "The host to register, as `name:port`."),
    optional("authentication", "flag", 5, "Ask for the node's signed statement of which network it is in.", {
      default: 0n,
    }),
    optional("height", "int", 16, "The resource block whose hash the statement is made over."),
  ],
  isRead: true,
  data: withOptional(
    closedObjectOf({ peers: mapOf(PEER_ENTRY, ADDRESS_PREFIX), known_hosts: listOf(TEXT) }),
    { rules: RULES, node: NODE_STATEMENT, slot: SLOT_STATEMENT, host: TEXT, host_signature: SIGNATURE },
  ),
  siblings: { register: BOOLEAN, registerResult: BOOLEAN, authentication: BOOLEAN },
} as const satisfies Operation;
