import { ADDRESS_LENGTH, isAddress, ZERO_ADDRESS } from "../../codec/address.js";

/** The key of a cell, and the address that it most likely is. */
export interface ReadKey {
  /** Without padding. */
  readonly text: string;
  readonly address: string | null;
}

/** Reads a key. Blocks pad keys with zeros, which name the same cell (PROTOCOL 2.7). */
export function readShownKey(key: string): ReadKey {
  const address = key.slice(0, ADDRESS_LENGTH);
  const isPadded = /^0*$/.test(key.slice(ADDRESS_LENGTH));
  if (isPadded && (isAddress(address) || address === ZERO_ADDRESS)) return { text: address, address };
  return { text: key.replace(/(?:00)+$/, "") || "00", address: null };
}
