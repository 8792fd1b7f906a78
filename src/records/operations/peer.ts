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
import { operationParameter, type Operation } from "./operation.js";

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
const RULES = described(INTEGER, "The rules of the network; left out for rules 1 (PROTOCOL 16).");
export type PeerEntry = Read<typeof PEER_ENTRY>;
/** A node's signed statement of which network it is in (PROTOCOL 12.2). */
export type NodeStatement = Read<typeof NODE_STATEMENT>;

export const PEER = {
  name: "Peer",
  summary:
    "The peers and hosts that the node knows. Can also offer the node a host, or ask for its identity.",
  parameters: [
    operationParameter({
      name: "register",
      type: "flag",
      maxlength: 5,
      default: 0n,
      summary: "Offer the node a host to try as a peer.",
    }),
    operationParameter({
      name: "host",
      type: "string",
      maxlength: MAX_HOST_LENGTH,
      summary: "The host to register, as `name:port`.",
    }),
    operationParameter({
      name: "authentication",
      type: "flag",
      maxlength: 5,
      default: 0n,
      summary: "Ask for the node's signed statement of which network it is in.",
    }),
    operationParameter({
      name: "height",
      type: "int",
      maxlength: 16,
      summary: "The resource block whose hash the statement is made over.",
    }),
  ],
  isRead: true,
  data: withOptional(
    closedObjectOf({ peers: mapOf(PEER_ENTRY, ADDRESS_PREFIX), known_hosts: listOf(TEXT) }),
    {
      rules: RULES,
      node: NODE_STATEMENT,
      host: TEXT,
      host_signature: SIGNATURE,
    },
  ),
  siblings: { register: BOOLEAN, registerResult: BOOLEAN, authentication: BOOLEAN },
} as const satisfies Operation;
