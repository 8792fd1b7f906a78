import { ZERO_ADDRESS } from "../../codec/address.js";
import { statePrefix } from "../../codec/state-key.js";
import { allCodes, isOwnCode } from "./codes.js";

/** The space of the network itself, which its own codes name; null when it has none. */
export async function rootSpace(): Promise<string | null> {
  return (await allCodes()).find(isOwnCode)?.method?.space ?? null;
}

/**
 * The state key of a cell of the network itself, such as `balance` of an address. Null when the
 * network has no code of its own.
 */
export async function rootCell(attribute: "balance" | "resource", address: string): Promise<string | null> {
  const space = await rootSpace();
  return space === null ? null : statePrefix(ZERO_ADDRESS, space, attribute) + address;
}
