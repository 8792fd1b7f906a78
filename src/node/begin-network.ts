import { ChainError } from "../codec/chain-error.js";
import { PRESET_NAMES, type PresetName } from "../system/presets.js";
import type { Node } from "./node.js";
import { isPrepared, prepareChain } from "./preset.js";

/**
 * Begins a node's network on an empty chain: Genesis and the codes of a preset. What an interrupted beginning left undone
 * is done. Throws `GENESIS_ADDRESS` on a node that may not, `NETWORK_BEGUN` where nothing is left to do.
 */
export async function beginNetwork(node: Node, preset: PresetName): Promise<void> {
  const { network } = node.ledger;
  const { address } = node.identity.node;
  if (network.genesis_address !== address) {
    throw new ChainError("GENESIS_ADDRESS", "Only the node with the genesis address begins the network. ", {
      details: { genesis: network.genesis_address, node: address },
      advice: "Start the node whose key the definition names, and give this one its host with --peer.",
    });
  }
  if (isPrepared(node, preset)) {
    throw new ChainError("NETWORK_BEGUN", "The network has begun already. ", {
      details: { network: network.network_name, height: node.ledger.tip.height },
    });
  }
  await prepareChain(node, preset);
}

/** Throws `PRESET`, kind "usage". */
export function readPreset(name: string): PresetName {
  const preset = PRESET_NAMES.find((known) => known === name);
  if (preset !== undefined) return preset;
  throw new ChainError("PRESET", `A preset is one of ${PRESET_NAMES.join(", ")}. `, {
    kind: "usage",
    details: { preset: name },
  });
}
