import {
  ADDRESS,
  BOOLEAN,
  INTEGER,
  described,
  HASH,
  PUBLIC_KEY,
  SIGNATURE,
  TEXT,
  TIMESTAMP,
  listOf,
  mapOf,
  closedObjectOf,
  withOptional,
  type Read,
  type Schema,
} from "./json-schema.js";
import { optional, type Operation } from "./operation.js";

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
