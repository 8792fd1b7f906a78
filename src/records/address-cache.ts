import { publicKeyToAddress } from "../codec/address.js";

/** RIPEMD-160 costs half as much as a verification, so the addresses of active signers are cached. */
const MAX_CACHED_ADDRESSES = 8192;
const cachedAddresses = new Map<string, string>();

/** Returns the address of a public key, as `publicKeyToAddress` does, from a cache. */
export function addressOf(publicKey: string): string {
  const cached = cachedAddresses.get(publicKey);
  if (cached !== undefined) return cached;
  if (cachedAddresses.size >= MAX_CACHED_ADDRESSES) cachedAddresses.clear();
  const address = publicKeyToAddress(publicKey);
  cachedAddresses.set(publicKey, address);
  return address;
}
