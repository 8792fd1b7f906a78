import { isDevNetwork } from "../../node/network/dev-network.js";
import { PUBLIC_NETWORK } from "../../records/network.js";

const LONGEST = 20;

/** The name of a network in the prompt, short enough to leave room for input. The banner shows the whole name. */
export function networkWord(networkName: string): string {
  if (networkName === PUBLIC_NETWORK.network_name) return "public";
  if (isDevNetwork({ network_name: networkName })) return "dev";
  return networkName.length <= LONGEST
    ? networkName
    : `${networkName.slice(0, LONGEST / 2)}…${networkName.slice(1 - LONGEST / 2)}`;
}
