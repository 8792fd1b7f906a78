import { ChainError } from "../../codec/chain-error.js";
import { PRESET_NAMES, type PresetName } from "../../system/presets.js";
import { checkHosts } from "../check-peer.js";
import type { Node } from "../node.js";
import { isPrepared, prepareChain } from "./preset.js";

/**
 * Begins a network on an empty chain with Genesis (PROTOCOL 6.9) and the codes of a preset. Completes an interrupted
 * beginning. Throws `GENESIS_ADDRESS` on any node but the genesis node; `NETWORK_BEGUN` when nothing is left to do, or
 * when one of these hosts has a chain that this node lacks: two chains of one network could never merge.
 */
export async function beginNetwork(
  node: Node,
  preset: PresetName,
  hosts: readonly string[] = [],
): Promise<void> {
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
  await assertBegunNowhere(node, hosts);
  await prepareChain(node, preset);
}

async function assertBegunNowhere(node: Node, hosts: readonly string[]): Promise<void> {
  if (node.ledger.tip.height > 0) return;
  const elsewhere = (await checkHosts(node, hosts)).find(
    ({ ok, main_height }) => ok && main_height !== null && main_height > 0n,
  );
  if (elsewhere === undefined) return;
  throw new ChainError("NETWORK_BEGUN", "The network has begun already, and another node has its chain. ", {
    details: { host: elsewhere.host, height: Number(elsewhere.main_height) },
    advice:
      "Start this node without --genesis, and take the setting out of its chainnode.toml: it fetches the chain.",
  });
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
