import { memberOf, type Value } from "../codec/value.js";
import type { Info, InspectedCell, MainBroadcast, NodeStatement, Peers, Round } from "./answers.js";
import { flagOf, mapOf, numberOf, textOf, toList, toText, valueMapOf } from "./fields.js";
import { readMainBlockSummary, readResourceBlockSummary, readTransactionRecord } from "./read-blocks.js";

/** Reads the answers of the node operations. */

export function readInfo(data: Value): Info {
  return {
    status: textOf(data, "status"),
    version: textOf(data, "version"),
    chain_maker_policy: flagOf(data, "chain_maker_policy"),
    resource_miner_policy: flagOf(data, "resource_miner_policy"),
    peer_searcher_policy: flagOf(data, "peer_searcher_policy"),
    collector_policy: flagOf(data, "collector_policy"),
    mining: flagOf(data, "mining"),
    last_block: readMainBlockSummary(valueMapOf(data, "last_block")),
    last_resource_block: readResourceBlockSummary(valueMapOf(data, "last_resource_block")),
  };
}

export function readRound<Block>(data: Value, readBlock: (block: Value) => Block): Round<Block> {
  return {
    block: readBlock(valueMapOf(data, "block")),
    sync_limit: numberOf(data, "sync_limit"),
    timestamp: numberOf(data, "timestamp"),
  };
}

export function readInspectedCell(data: Value): InspectedCell {
  return {
    key: textOf(data, "key"),
    value: memberOf(data, "value") ?? null,
    height: numberOf(data, "height"),
  };
}

export function readMainBroadcast(data: Value): MainBroadcast {
  const asItCame = (member: Value): Value => member;
  return {
    transactions: mapOf(data, "transactions", readTransactionRecord),
    chunks: mapOf(data, "chunks", asItCame),
    hypotheses: mapOf(data, "hypotheses", asItCame),
  };
}

/** Takes the whole answer, because the flags of the Peer operation stand beside `data`. */
export function readPeers(answer: Value): Peers {
  const data = valueMapOf(answer, "data");
  const node = data.get("node");
  return {
    peers: mapOf(data, "peers", (peer) => ({ host: textOf(peer, "host"), address: textOf(peer, "address") })),
    known_hosts: toList(memberOf(data, "known_hosts"), "known_hosts", (host) => toText(host, "known_hosts")),
    ...(node === undefined ? {} : { node: readNodeStatement(node) }),
    register: flagOf(answer, "register"),
    registerResult: flagOf(answer, "registerResult"),
    authentication: flagOf(answer, "authentication"),
  };
}

function readNodeStatement(node: Value): NodeStatement {
  return {
    timestamp: numberOf(node, "timestamp"),
    genesis_address: textOf(node, "genesis_address"),
    public_key: textOf(node, "public_key"),
    signature: textOf(node, "signature"),
    string: textOf(node, "string"),
  };
}
