import { version } from "node:process";
import { instead } from "../../codec/chain-error.js";
import { shownText } from "../../codec/shown-text.js";
import { isDevNetwork } from "../../data/dev-network.js";
import { PUBLIC_NETWORK } from "../../records/network.js";
import type { ConsoleConnection } from "../connection.js";
import { inTime } from "../../base/in-time.js";

const PATIENCE_MS = 1000;

/** The prompt: where the console is attached, with the heights of both chains while a node answers. */
export async function promptOf({ name, client }: ConsoleConnection): Promise<string> {
  const heights = await inTime(heightsOf(client), PATIENCE_MS, () => null);
  return `${name} ${heights ?? "(no answer)"}> `;
}

async function heightsOf(client: ConsoleConnection["client"]): Promise<string | null> {
  const info = await client.info().catch(instead(null));
  return info && `${info.last_block.height}/${info.last_resource_block.height}`;
}

export function bannerText({ name, place, network, sandbox }: ConsoleConnection): string {
  const where = place === undefined ? name : `${shownText(network ?? name)} · ${place}`;
  const first = sandbox === null ? "chain.block()" : "sandbox.accounts";
  return [
    `Attached to ${where}`,
    `JavaScript of Node ${version}; await works everywhere. Try ${first}, tx, code, keys, trace(hash), at(height).`,
    ".help shows all names, Tab completes, Ctrl-D leaves.",
  ].join("\n");
}

const LONGEST = 20;

/** The name of a network in the prompt, short enough to leave room for input. The banner shows the whole name. */
export function networkWord(networkName: string): string {
  if (networkName === PUBLIC_NETWORK.network_name) return "public";
  if (isDevNetwork({ network_name: networkName })) return "dev";
  const shown = shownText(networkName);
  return shown.length <= LONGEST ? shown : `${shown.slice(0, LONGEST / 2)}…${shown.slice(1 - LONGEST / 2)}`;
}
