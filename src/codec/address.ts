import { cached } from "#primitives";
import { checksumOf, idHashOf } from "./hash.js";

/** Addresses (PROTOCOL 2.3, 2.4). */

export const ADDRESS_LENGTH = 44;
export const ZERO_ADDRESS = "0".repeat(ADDRESS_LENGTH);
const SHORT_HASH_LENGTH = 40;

export function publicKeyToAddress(publicKey: string): string {
  return idHashOf(publicKey);
}

/** Like `publicKeyToAddress`, with a cache: RIPEMD-160 costs half as much as a verification, and signers return. */
export const addressOf: (publicKey: string) => string = cached(publicKeyToAddress, 8192);

/** Whether a text has 44 characters and a matching checksum. The rest need not be hex. False for ZERO_ADDRESS. */
export function isAddress(text: string): boolean {
  return (
    text.length === ADDRESS_LENGTH &&
    checksumOf(text.slice(0, SHORT_HASH_LENGTH)) === text.slice(SHORT_HASH_LENGTH)
  );
}
