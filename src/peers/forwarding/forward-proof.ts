import { addressOf } from "../../codec/address.js";
import { isKey, isSignature, isSignatureValid, sign } from "../../codec/ed25519.js";
import { hashOf } from "../../codec/hash.js";
import { objectToMap, isList, memberOf, type Value, type ValueMap } from "../../codec/value.js";
import { TIMESTAMP_ERROR_US } from "../../records/limits.js";
import { MAX_FORWARDED_TOGETHER } from "../../records/operations/limits.js";
import type { PeerKey } from "../tracking/membership.js";

/** What a proof holds for: one network, one receiver and the present. */
export interface ForwardPlace {
  readonly networkKey: string;
  /** The address of the receiver's peer key. */
  readonly to: string;
  readonly nowUs: number;
}

/** Proves with a peer key who forwards these transactions (PROTOCOL 15.14). */
export function proveForwards(
  records: readonly Value[],
  { networkKey, to, nowUs }: ForwardPlace,
  { publicKey, privateKey }: Pick<PeerKey, "publicKey" | "privateKey">,
): ValueMap {
  const timestamp = BigInt(nowUs);
  return objectToMap({
    timestamp,
    public_key: publicKey,
    signature: sign(stringOf(records, { networkKey, to, timestamp }), privateKey),
  });
}

/** The address of the peer key that proves to forward these transactions; null without a valid proof. */
export function forwarderOf(
  records: Value | undefined,
  proof: Value | undefined,
  { networkKey, to, nowUs }: ForwardPlace,
): string | null {
  const member = (name: string): Value => memberOf(proof, name) ?? null;
  const [timestamp, key, signature] = [member("timestamp"), member("public_key"), member("signature")];
  if (!isList(records) || records.length > MAX_FORWARDED_TOGETHER) return null;
  if (typeof timestamp !== "bigint" || typeof key !== "string" || typeof signature !== "string") return null;
  if (Math.abs(Number(timestamp) - nowUs) > TIMESTAMP_ERROR_US) return null;
  if (!isKey(key) || !isSignature(signature)) return null;
  const isProven = isSignatureValid(stringOf(records, { networkKey, to, timestamp }), key, signature);
  return isProven ? addressOf(key) : null;
}

/** The signatures of the transactions name them. */
function stringOf(
  records: readonly Value[],
  { networkKey, to, timestamp }: Omit<ForwardPlace, "nowUs"> & { readonly timestamp: bigint },
): string {
  const signatures = records.map((record) => memberOf(record, "signature") ?? null);
  return hashOf(["forward", networkKey, to, timestamp, signatures]);
}
