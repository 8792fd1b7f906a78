import type { Value } from "../codec/value.js";
import { parseCode } from "../records/code.js";
import { signTransaction } from "../records/transaction.js";
import { presetCodes, type PresetName } from "../system/presets.js";
import type { KeyPair } from "./identity.js";
import type { Node } from "./node.js";

/**
 * Makes a chain out of an empty one: Genesis, then the codes of a preset, all signed by this node, which must be the
 * network's genesis address. What an interrupted start left undone is done by the next one.
 */
export async function prepareChain(node: Node, preset: PresetName): Promise<void> {
  const { network, registry, tip } = node.ledger;
  const signer = node.identity.node;
  if (tip.height === 0) {
    await includeAll(node, signer, [{ type: "Genesis", network_address: network.networkAddress }]);
  }
  const missing = presetCodes(preset, network).filter((text) => !registry.isRegistered(parseCode(text)));
  await includeAll(
    node,
    signer,
    missing.map((code) => ({ type: "Register", code })),
  );
}

/** What a transaction carries beside its timestamp. */
export type TransactionMembers = Readonly<Record<string, Value>> & { readonly type: string };

/** Signs transactions with the time that they are sent at, sends them, and waits until all are in a block. */
export async function includeAll(
  node: Node,
  signer: KeyPair,
  transactions: readonly TransactionMembers[],
): Promise<void> {
  const now = BigInt(node.clock.nowUs());
  const signed = transactions.map(({ type, ...parameters }, index) => {
    // The hash does not cover the signer: sender and index keep apart what would otherwise be one transaction.
    const members = { type, timestamp: now + BigInt(index), from: signer.address, ...parameters };
    return signTransaction(new Map<string, Value>(Object.entries(members)), signer.privateKey);
  });
  await Promise.all(signed.map((transaction) => node.submit(transaction)));
  await node.whenIncluded(signed.map(({ hash }) => hash));
}
