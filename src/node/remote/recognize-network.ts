import type { SystemRequests } from "../../client/index.js";
import { createNetwork, PUBLIC_NETWORK, type NetworkDefinition } from "../../records/network.js";
import { devNetwork } from "../network/dev-network.js";

/**
 * The definition of a node's network, if it is one that every chainnode knows: a development network or the public one,
 * by what the Genesis transaction of its first block says. Null for any other; a node does not tell its definition.
 */
export async function recognizeNetwork(
  client: Pick<SystemRequests, "getBlock">,
): Promise<NetworkDefinition | null> {
  const genesis = await readGenesis(client);
  if (genesis === null) return null;
  const known = [devNetwork({ node: { address: genesis.address } }), PUBLIC_NETWORK];
  return known.find((definition) => isBegunBy(definition, genesis)) ?? null;
}

/** Whether a definition is that of the node's network, as far as its first block can tell. */
export async function isNetworkOf(
  definition: NetworkDefinition,
  client: Pick<SystemRequests, "getBlock">,
): Promise<boolean> {
  const genesis = await readGenesis(client);
  return genesis !== null && isBegunBy(definition, genesis);
}

interface Genesis {
  /** Who sent it. */
  readonly address: string;
  readonly networkAddress: unknown;
}

async function readGenesis(client: Pick<SystemRequests, "getBlock">): Promise<Genesis | null> {
  const block = await client.getBlock(1);
  const found = block?.transactions.find(({ type }) => type === "Genesis");
  if (found === undefined) return null;
  return { address: found.address, networkAddress: found.transaction.get("network_address") };
}

function isBegunBy(definition: NetworkDefinition, { address, networkAddress }: Genesis): boolean {
  return (
    definition.genesis_address === address && createNetwork(definition).networkAddress === networkAddress
  );
}
