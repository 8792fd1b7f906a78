import { ZERO_ADDRESS } from "../../codec/address.js";
import { statePrefix } from "../../codec/state-key.js";
import { allCodes, isOwnCode } from "./codes.js";

/**
 * The state key of a cell of the network itself, such as `balance` of an address. The network's own codes name its space;
 * null when it has none.
 */
export async function rootCell(attribute: "balance" | "resource", address: string): Promise<string | null> {
  const space = (await allCodes()).find(isOwnCode)?.method?.space;
  return space === undefined ? null : statePrefix(ZERO_ADDRESS, space, attribute) + address;
}
