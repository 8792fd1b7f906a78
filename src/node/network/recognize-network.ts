import type { SystemRequests } from "../../client/index.js";
import { createNetwork, PUBLIC_NETWORK, type NetworkDefinition } from "../../records/network.js";
import { GENESIS } from "../../records/operations/contracts/genesis.js";
import { devNetwork } from "./dev-network.js";

/**
 * Recognizes the network of a node by the Genesis transaction of its first block. Returns its definition for a
 * development network and the public one, null for any other: no operation reports the definition.
 */
export async function recognizeNetwork(
  client: Pick<SystemRequests, "getBlock">,
): Promise<NetworkDefinition | null> {
  const genesis = await readGenesis(client);
  if (genesis === null) return null;
  const known = [devNetwork({ node: { address: genesis.address } }), PUBLIC_NETWORK];
  return known.find((definition) => isBegunBy(definition, genesis)) ?? null;
}

/** Whether a definition is that of the node's network, as far as the first block shows it. */
export async function isNetworkOf(
  definition: NetworkDefinition,
  client: Pick<SystemRequests, "getBlock">,
): Promise<boolean> {
  const genesis = await readGenesis(client);
  return genesis !== null && isBegunBy(definition, genesis);
}

interface Genesis {
  /** The sender's address. */
  readonly address: string;
  readonly networkAddress: unknown;
}

async function readGenesis(client: Pick<SystemRequests, "getBlock">): Promise<Genesis | null> {
  const block = await client.getBlock(1);
  const found = block?.transactions.find(({ type }) => type === GENESIS.type);
  if (found === undefined) return null;
  return { address: found.address, networkAddress: found.transaction.get("network_address") };
}

function isBegunBy(definition: NetworkDefinition, { address, networkAddress }: Genesis): boolean {
  return (
    definition.genesis_address === address && createNetwork(definition).networkAddress === networkAddress
  );
}
