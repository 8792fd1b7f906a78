import type { Context } from "../../src/cli/command.js";
import type { Outcome } from "../../src/cli/output/outcome.js";
import { fieldsText } from "../../src/cli/output/table.js";
import type { Client } from "../../src/client/index.js";
import { publicKeyToAddress } from "../../src/codec/address.js";
import { isRefusal } from "../../src/codec/chain-error.js";
import { valueToText } from "../../src/codec/text.js";
import { objectToValue, type Value } from "../../src/codec/value.js";
import {
  ADDRESS,
  BOOLEAN,
  described,
  either,
  HEIGHT,
  INTEGER,
  listOf,
  objectOf,
  TEXT,
  type JsonSchema,
} from "../../src/records/operations/json-schema.js";
import { workspaceOf } from "../workspace.js";

/** The members that only the owner of a node can read, through the socket in its data directory. */
const NOT_TOLD = [
  "ready",
  "verdict",
  "problems",
  "pid",
  "version",
  "ops",
  "uptime",
  "address",
  "syncing",
  "round",
  "absent_peers",
  "set_aside",
  "refused_blocks",
  "standing_still",
  "fault",
] as const;

function orNull(schema: JsonSchema): JsonSchema {
  return either(schema, { type: "null" });
}

/** The schema of `remoteStatus`. */
export const REMOTE_STATUS: JsonSchema = objectOf({
  running: { const: true },
  rpc: listOf(TEXT),
  network: described(
    orNull(TEXT),
    "Null when it is not one that chainnode knows: a node does not tell its name.",
  ),
  height: HEIGHT,
  resource_height: HEIGHT,
  fixed_height: described(orNull(HEIGHT), "Null when the network is not known."),
  protocol_version: described(TEXT, "The version of the protocol that the node claims."),
  peer_address: described(orNull(ADDRESS), "The address of the key by which other nodes know it."),
  peers: orNull(INTEGER),
  known_hosts: orNull(INTEGER),
  pool: orNull(INTEGER),
  mining: BOOLEAN,
  not_told: described(listOf(TEXT), "The members that a node tells only its owner."),
});

/**
 * The status of a node over RPC, and the members that RPC does not give. A member is null when the node does not
 * answer it.
 */
export async function remoteStatus(context: Context, client: Client): Promise<Outcome> {
  const info = await client.info();
  const [network, peers, statement, broadcast, fixed] = await Promise.all([
    workspaceOf(context).networkName(client),
    answered(() => client.peer()),
    answered(() => client.peer({ authentication: true })),
    answered(() => client.broadcast()),
    answered(() => fixedHeight(client)),
  ]);
  const data = {
    running: true,
    rpc: [client.url],
    network,
    height: BigInt(info.last_block.height),
    resource_height: BigInt(info.last_resource_block.height),
    fixed_height: fixed,
    protocol_version: info.version,
    peer_address: statement?.node === undefined ? null : publicKeyToAddress(statement.node.public_key),
    peers: peers === null ? null : BigInt(peers.peers.size),
    known_hosts: peers === null ? null : BigInt(peers.known_hosts.length),
    pool: broadcast === null ? null : BigInt(broadcast.transactions.size),
    mining: info.mining,
    not_told: [...NOT_TOLD],
  } satisfies Readonly<Record<string, Value>>;
  const text = (value: Value): string => (value === null ? "unknown" : valueToText(value));
  return {
    data: objectToValue(data),
    text: (view) =>
      fieldsText(view, [
        ["rpc", client.url],
        ["protocol version", info.version],
        ["peer address", text(data.peer_address)],
        ["network", text(network)],
        ["main block", text(data.height)],
        ["resource block", `${text(data.resource_height)}, fixed up to ${text(fixed)}`],
        ["peers", `${text(data.peers)}, and ${text(data.known_hosts)} known`],
        ["pool", `${text(data.pool)} transactions`],
        ["mining", info.mining ? "on" : "off"],
        ["not told over RPC", NOT_TOLD.join(", ").replaceAll("_", " ")],
      ]),
  };
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
  const [{ recognizeNetwork }, { createNetwork }] = await Promise.all([
    import("../../src/node/network/recognize-network.js"),
    import("../../src/records/network.js"),
  ]);
  const definition = await recognizeNetwork(client);
  if (definition === null) return null;
  const { value } = await client.inspect("local", createNetwork(definition).keys.fixed_height);
  return typeof value === "bigint" ? value : 0n;
}
