import { publicKeyToAddress } from "../codec/address.js";

/** RIPEMD-160 costs as much as half a verification; an active signer's address is kept. */
const MAX_CACHED_ADDRESSES = 8192;
const cachedAddresses = new Map<string, string>();

/** The address of a public key, as `publicKeyToAddress`, remembered. */
export function addressOf(publicKey: string): string {
  const cached = cachedAddresses.get(publicKey);
  if (cached !== undefined) return cached;
  if (cachedAddresses.size >= MAX_CACHED_ADDRESSES) cachedAddresses.clear();
  const address = publicKeyToAddress(publicKey);
  cachedAddresses.set(publicKey, address);
  return address;
}
