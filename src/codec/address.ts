import { checksumOf, idHashOf } from "./hash.js";

/** Addresses of PROTOCOL 2. */

export const ADDRESS_LENGTH = 44;
export const ZERO_ADDRESS = "0".repeat(ADDRESS_LENGTH);
const SHORT_HASH_LENGTH = 40;

/** The address of a public key. */
export function publicKeyToAddress(publicKey: string): string {
  return idHashOf(publicKey);
}

/** 44 characters whose checksum fits; whether the rest is hex is not asked, and ZERO_ADDRESS's checksum does not fit. */
export function isAddress(text: string): boolean {
  return (
    text.length === ADDRESS_LENGTH &&
    checksumOf(text.slice(0, SHORT_HASH_LENGTH)) === text.slice(SHORT_HASH_LENGTH)
  );
}
