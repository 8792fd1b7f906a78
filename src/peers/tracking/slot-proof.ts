import { objectToMap, type ValueMap } from "../../codec/value.js";
import type { ValidatorKey } from "../../consensus/validator-key.js";
import type { Network } from "../../records/network.js";
import type { PeerKey } from "./membership.js";

/**
 * Proves with the node key that the peer key is this node's own, beside a statement (PROTOCOL 15.13). Gives undefined while
 * the key does not serve this node: the slots are another node's then.
 */
export function slotProver(
  { networkKey: network_key }: Pick<Network, "networkKey">,
  { address }: Pick<PeerKey, "address">,
  key: ValidatorKey,
): () => Promise<ValueMap | undefined> {
  let signed: Promise<readonly string[] | null> | null = null;
  return async () => {
    if (!key.isServing) return undefined;
    const [signature] = (await (signed ??= key.sign([{ kind: "slot", network_key, address }]))) ?? [];
    if (signature === undefined) signed = null;
    return signature === undefined ? undefined : objectToMap({ public_key: key.publicKey, signature });
  };
}
