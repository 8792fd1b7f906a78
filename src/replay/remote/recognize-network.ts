import type { SystemRequests } from "../../client/index.js";
import { createNetwork, PUBLIC_NETWORK, type NetworkDefinition } from "../../records/network.js";
import { CONTRACTS } from "../../records/operations/system-contracts.js";
import { contractPrefix, type SourceClient } from "./remote-store.js";
import * as errors from "../errors.js";
import { devNetwork } from "../../data/dev-network.js";

/** The definition of a node's network, by its first block; null for one that not every chainnode knows. */
export async function recognizeNetwork(
  client: Pick<SystemRequests, "getBlock">,
): Promise<NetworkDefinition | null> {
  const genesis = await readGenesis(client);
  if (genesis === null) return null;
  const known = [devNetwork({ node: { address: genesis.address } }), PUBLIC_NETWORK];
  return known.find((definition) => isBegunBy(definition, genesis)) ?? null;
}

/** The given definition, or one that every chainnode knows. Throws `NETWORK_UNKNOWN` or `NETWORK_OTHER`. */
export async function findDefinition(
  client: SourceClient,
  given: NetworkDefinition | null,
): Promise<NetworkDefinition> {
  const definition = given ?? (await recognizeNetwork(client));
  if (definition === null) throw errors.networkUnknown();
  // The first block does not reveal the system nonce. With a wrong one, every cell would appear absent.
  const isSame =
    (await isNetworkOf(definition, client)) &&
    (await contractPrefix(client)) === createNetwork(definition).prefixes.contract;
  if (isSame) return definition;
  throw errors.networkOther({ network_name: definition.network_name });
}

/** Whether a definition is that of the node's network, as far as the first block shows it. */
async function isNetworkOf(
  definition: NetworkDefinition,
  client: Pick<SystemRequests, "getBlock">,
): Promise<boolean> {
  const genesis = await readGenesis(client);
  return genesis !== null && isBegunBy(definition, genesis);
}

interface Genesis {
  readonly address: string;
  readonly networkAddress: unknown;
}

async function readGenesis(client: Pick<SystemRequests, "getBlock">): Promise<Genesis | null> {
  const block = await client.getBlock(1);
  const found = block?.transactions.find(({ type }) => type === CONTRACTS.GENESIS.type);
  if (found === undefined) return null;
  return { address: found.address, networkAddress: found.transaction.get("network_address") };
}

function isBegunBy(definition: NetworkDefinition, { address, networkAddress }: Genesis): boolean {
  return (
    definition.genesis_address === address && createNetwork(definition).networkAddress === networkAddress
  );
}
