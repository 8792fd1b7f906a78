import { sign } from "../codec/ed25519.js";
import { hashOf } from "../codec/hash.js";
import { hexTime } from "../codec/time.js";
import type { Value } from "../codec/value.js";
import type { Ledger } from "../ledger/ledger.js";
import type { KeyPair } from "./identity.js";

/** What proves to a peer that this node belongs to the network (PROTOCOL 12). */
export async function proveMembership(
  { network, store }: Ledger,
  { publicKey, privateKey }: KeyPair,
  timestampUs: number,
  height = 0,
): Promise<Value> {
  const block = height > 0 ? await store.resourceBlock({ height }) : null;
  const string = hashOf(hexTime(timestampUs) + (block?.blockhash ?? network.networkKey));
  return new Map<string, Value>([
    ["timestamp", BigInt(timestampUs)],
    ["genesis_address", network.genesis_address],
    ["public_key", publicKey],
    ["signature", sign(string, privateKey)],
    ["string", string],
  ]);
}
