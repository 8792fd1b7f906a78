import { LRUCache } from "lru-cache";
import { publicKeyToAddress } from "../codec/address.js";

/** RIPEMD-160 costs half as much as a verification, so the addresses of active signers are cached. */
const cachedAddresses = new LRUCache<string, string>({ max: 8192 });

/** Returns the address of a public key, as `publicKeyToAddress` does, from a cache. */
export function addressOf(publicKey: string): string {
  const cached = cachedAddresses.get(publicKey);
  if (cached !== undefined) return cached;
  const address = publicKeyToAddress(publicKey);
  cachedAddresses.set(publicKey, address);
  return address;
}
