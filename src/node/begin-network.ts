import { objectToValue, type Value } from "../codec/value.js";
import { PRESET_NAMES, type PresetName } from "../system/presets.js";
import { checkHosts } from "../ops/status/check-peer.js";
import type { Node } from "./node.js";
import { isPrepared, prepareChain } from "./preset.js";
import * as errors from "./errors.js";

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
    throw errors.genesisAddress({ genesis: network.genesis_address, node: address });
  }
  if (isPrepared(node, preset)) {
    throw errors.networkBegun({ network: network.network_name, height: node.ledger.tip.height });
  }
  await assertBegunNowhere(node, hosts);
  await prepareChain(node, preset);
}

/** Begins a network as the operator of a running node asks. Throws as `readPreset` and `beginNetwork` do. */
export async function beginOnRequest(node: Node, name = "classic"): Promise<Value> {
  const preset = readPreset(name);
  const peers = Array.from(node.peers?.tracker.peers.values() ?? [], ({ host }) => host);
  await beginNetwork(node, preset, peers);
  const { network, tip } = node.ledger;
  return objectToValue({ network: network.network_name, preset, height: BigInt(tip.height) });
}

async function assertBegunNowhere(node: Node, hosts: readonly string[]): Promise<void> {
  if (node.ledger.tip.height > 0) return;
  const elsewhere = (await checkHosts(node, hosts)).find(
    ({ ok, main_height }) => ok && main_height !== null && main_height > 0n,
  );
  if (elsewhere === undefined) return;
  throw errors.networkBegunElsewhere({ host: elsewhere.host, height: Number(elsewhere.main_height) });
}

/** Throws `PRESET`, kind "usage". */
export function readPreset(name: string): PresetName {
  const preset = PRESET_NAMES.find((known) => known === name);
  if (preset !== undefined) return preset;
  throw errors.preset({ choices: PRESET_NAMES.join(", "), preset: name });
}
