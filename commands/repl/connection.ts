import type { Context } from "../../src/cli/command.js";
import type { Client } from "../../src/client/index.js";
import { textIn } from "../../src/codec/text.js";
import type { ConsoleConnection } from "../../src/repl/connection.js";
import { networkWord } from "../../src/repl/prompt/prompt-text.js";
import { clearAfterReading, createBlocksRead } from "../code/read-chain.js";
import { openChain } from "../../src/actions/open-chain.js";
import { openClientAt, type Workspace } from "../../src/actions/workspace.js";
import { nowUs } from "../../src/actions/send-in-time.js";

export async function attach(context: Context): Promise<ConsoleConnection> {
  const { workspace } = context;
  const place = await workspace.place();
  const client = await workspace.client();
  const attached = {
    client,
    ruleSet: await workspace.ruleSet(),
    networkMembers: await workspace.networkMembers(),
    openChain: async () => {
      const read = createBlocksRead(context);
      return clearAfterReading(await openChain(workspace, { watch: (client) => read.watch(client) }), read);
    },
    nowUs: () => Number(nowUs()),
    sandbox: null,
  };
  if ("stopped" in place) {
    const { definition } = await workspace.stoppedNode(place.stopped);
    const network = definition.network_name;
    const name = `${networkWord(network)} (stopped)`;
    return { ...attached, name, network, place: `${place.stopped.path}, read-only` };
  }
  const { url, directory } = place;
  if (directory === undefined) return { ...attached, ...(await namesOf(workspace, client)), place: url };
  const admin: ConsoleConnection["admin"] = (call) => workspace.admin(call);
  const network = textIn(await admin({ method: "GET", path: "/status" }), "network");
  return { ...attached, name: networkWord(network), network, place: url, admin };
}

/** The names of a node given by URL: that of its network when it is a known one, otherwise the node's address. */
async function namesOf(
  workspace: Workspace,
  client: Client,
): Promise<Pick<ConsoleConnection, "name" | "network">> {
  const network = await workspace.networkName(client);
  return network === null ? { name: new URL(client.url).host } : { name: networkWord(network), network };
}

/** A development chain in memory. @param rules as text; by default 1. */
export async function openDevChain(rules: string | undefined): Promise<ConsoleConnection> {
  const { openSandbox } = await import("../../src/repl/sandbox.js");
  const { readRules } = await import("../../src/records/network-reader.js");
  const chosen = rules === undefined ? undefined : readRules(Number(rules));
  return { ...(await openSandbox(Number(nowUs()), chosen)), place: "a chain of its own, in memory" };
}

/** A fork of the chain of the node at a URL. The network definition comes from a file, or is a known one. */
export async function openForkAt(url: string, networkFile: string | undefined): Promise<ConsoleConnection> {
  const { attachFork } = await import("../../src/repl/sandbox.js");
  const { readNetworkFile } = await import("../../src/data/directory/network-file.js");
  const definition = networkFile === undefined ? null : await readNetworkFile(networkFile);
  return attachFork(await openClientAt(url), { definition, nowUs: Number(nowUs()) });
}
