import type { Workspace } from "../../src/actions/workspace.js";
import type { Client } from "../../src/client/index.js";
import { publicKeyToAddress } from "../../src/codec/address.js";
import { isRefusal } from "../../src/codec/chain-error.js";
import { DEFAULT_RULES } from "../../src/records/rules.js";
import { objectToValue, type Value } from "../../src/codec/value.js";
import {
  ADDRESS,
  BOOLEAN,
  described,
  HEIGHT,
  INTEGER,
  listOf,
  objectOf,
  orNull,
  TEXT,
} from "../../src/records/operations/json-schema.js";

export const REMOTE_STATUS = objectOf({
  running: { const: true },
  rpc: listOf(TEXT),
  network: described(
    orNull(TEXT),
    "Null when chainnode does not recognize the network: a node does not report its name.",
  ),
  rules: INTEGER,
  height: HEIGHT,
  resource_height: HEIGHT,
  fixed_height: described(orNull(HEIGHT), "Null when the network is unknown."),
  protocol_version: described(TEXT, "The version of the protocol that the node claims."),
  peer_address: described(orNull(ADDRESS), "The address of the key that identifies the node to its peers."),
  peers: orNull(INTEGER),
  known_hosts: orNull(INTEGER),
  pool: orNull(INTEGER),
  mining: BOOLEAN,
  not_told: described(listOf(TEXT), "The members that only the owner of a node can read."),
});

/** The status of a node over RPC. A member is null when the node does not answer it. */
export async function remoteStatus(workspace: Workspace, notTold: readonly string[]): Promise<Value> {
  const client = await workspace.client();
  const info = await client.info();
  const [network, peers, statement, broadcast, fixed] = await Promise.all([
    workspace.networkName(client),
    answered(() => client.peer()),
    answered(() => client.peer({ authentication: true })),
    answered(() => client.broadcast()),
    answered(() => fixedHeight(client)),
  ]);
  return objectToValue({
    running: true,
    rpc: [client.url],
    network,
    rules: BigInt(info.rules ?? DEFAULT_RULES),
    height: BigInt(info.last_block.height),
    resource_height: BigInt(info.last_resource_block.height),
    fixed_height: fixed,
    protocol_version: info.version,
    peer_address: statement?.node === undefined ? null : publicKeyToAddress(statement.node.public_key),
    peers: peers === null ? null : BigInt(peers.peers.size),
    known_hosts: peers === null ? null : BigInt(peers.known_hosts.length),
    pool: broadcast === null ? null : BigInt(broadcast.transactions.size),
    mining: info.mining,
    not_told: [...notTold],
  });
}

/** Null when the node refuses: not every node has every operation. */
async function answered<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (isRefusal(error)) return null;
    throw error;
  }
}

/** Null when the network is unknown: the cell's key follows from the network's definition (PROTOCOL 4.5). */
async function fixedHeight(client: Client): Promise<bigint | null> {
  const { recognizeNetwork } = await import("../../src/replay/remote/recognize-network.js");
  const { createNetwork } = await import("../../src/records/network.js");
  const definition = await recognizeNetwork(client);
  if (definition === null) return null;
  const { value } = await client.inspect("local", createNetwork(definition).keys.fixed_height);
  return typeof value === "bigint" ? value : 0n;
}
