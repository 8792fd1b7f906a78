import { fields, listOf, mapOf, type Shape } from "./spec-shapes.js";
import { MAIN_BLOCK_SUMMARY, RECEIPTS, RESOURCE_BLOCK_SUMMARY, TRANSACTION_RECORD } from "./spec-records.js";

/**
 * The node operations of the RPC interface, written independently of the sources, with the inner fields of PROTOCOL
 * 9.5, 9.7, 10.7, 12.1, 12.2, 13.6 and 13.8.
 */

export interface SpecAnswer {
  readonly name: string;
  readonly path: string;
  readonly envelope: Shape;
}

const CODE = "an integer";

const INFO = fields({
  status: "a string",
  version: "a string",
  chain_maker_policy: "a boolean",
  resource_miner_policy: "a boolean",
  peer_searcher_policy: "a boolean",
  collector_policy: "a boolean",
  mining: "a boolean",
  last_block: MAIN_BLOCK_SUMMARY,
  last_resource_block: RESOURCE_BLOCK_SUMMARY,
});

const PEERS = {
  peers: mapOf(fields({ host: "a string", address: "a string" }), "address prefix"),
  known_hosts: listOf("a string"),
};
/** The proof of the node's slots (PROTOCOL 15.13), which 2.1 nodes lack. */
const SLOT = fields({ public_key: "a string", signature: "a string" });
const NODE = fields({
  timestamp: "an integer",
  genesis_address: "a string",
  public_key: "a string",
  signature: "a string",
  string: "a string",
});
const SIBLINGS = { register: "a boolean", registerResult: "a boolean", authentication: "a boolean" } as const;

const roundOf = (block: Shape): Shape => fields({ block, sync_limit: "an integer", timestamp: "an integer" });
const MAIN_ROUND = roundOf(MAIN_BLOCK_SUMMARY);
const RESOURCE_ROUND = roundOf(RESOURCE_BLOCK_SUMMARY);

const CHUNK = fields({
  previous_blockhash: "a string",
  transactions: listOf("a string"),
  chunk_hash: "a string",
  s_timestamp: "an integer",
  public_key: "a string",
  signature: "a string",
});
const HYPOTHESIS = fields({
  hypothesis_hash: "a string",
  s_timestamp: "an integer",
  public_key: "a string",
  signature: "a string",
  previous_blockhash: "a string",
  chunks: mapOf("a string", "signer"),
});
const MAIN_BROADCAST = fields({
  transactions: mapOf(TRANSACTION_RECORD, "transaction hash"),
  chunks: mapOf(CHUNK, "signer"),
  hypotheses: mapOf(HYPOTHESIS, "signer"),
});
const RESOURCE_BROADCAST = fields({ receipts: RECEIPTS });

const answer = (data: Shape): Shape => fields({ code: CODE, data });

export const SPEC_NODE_ANSWERS: readonly SpecAnswer[] = [
  { name: "Ping", path: "/ping", envelope: answer("an empty array") },
  { name: "Info", path: "/info", envelope: answer(INFO) },
  {
    name: "Peer",
    path: "/peer",
    envelope: fields({ code: CODE, data: fields(PEERS), ...SIBLINGS }),
  },
  {
    name: "Peer with authentication",
    path: "/peer?authentication=1&height=1",
    envelope: fields({ code: CODE, data: fields({ ...PEERS, node: NODE, slot: SLOT }), ...SIBLINGS }),
  },
  { name: "Round", path: "/round", envelope: answer(MAIN_ROUND) },
  {
    name: "Round of chain_type resource",
    path: "/round?chain_type=resource",
    envelope: answer(RESOURCE_ROUND),
  },
  {
    name: "Round of chain_type all",
    path: "/round?chain_type=all",
    envelope: answer(fields({ main: MAIN_ROUND, resource: RESOURCE_ROUND })),
  },
  { name: "Broadcast", path: "/broadcast", envelope: answer(MAIN_BROADCAST) },
  {
    name: "Broadcast of chain_type resource",
    path: "/broadcast?chain_type=resource",
    envelope: answer(RESOURCE_BROADCAST),
  },
  {
    name: "Broadcast of chain_type all",
    path: "/broadcast?chain_type=all",
    envelope: answer(fields({ main: MAIN_BROADCAST, resource: RESOURCE_BROADCAST })),
  },
];
