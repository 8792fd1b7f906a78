import { ADDRESS_LENGTH, isAddress, ZERO_ADDRESS } from "../../codec/address.js";
import { isDecimal } from "../../codec/decimal.js";
import type { Value } from "../../codec/value.js";

/** What a parameter most likely stands for, so that a page shows more than its text. */
type Meaning = "address" | "amount" | "value";

const AMOUNT = "amount";
const ADDRESS_TEXT = /^[0-9a-f]{44}$/;

/** The meaning of a parameter. Only the network's own contracts count in units of coins. */
export function parameterMeaning(name: string, value: Value, isNetworks: boolean): Meaning {
  if (typeof value !== "string") return "value";
  if (ADDRESS_TEXT.test(value) && isAddress(value)) return "address";
  if (isNetworks && name === AMOUNT && isDecimal(value)) return "amount";
  return "value";
}

/** The key of a cell, and the address that it most likely is. */
interface ReadKey {
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
