import type { Context } from "../../src/cli/context.js";
import type { Client } from "../../src/client/index.js";
import { ChainError } from "../../src/codec/chain-error.js";
import { risingTime } from "../../src/node/clock/rising-time.js";
import type { Connection } from "../../src/repl/connection.js";
import { networkWord } from "../../src/repl/prompt/network-word.js";
import { clearAfterReading, createBlocksRead } from "../shared/block/blocks-read.js";
import { openChainSource } from "../code/chain-source.js";
import { findNode } from "../shared/node/find-node.js";
import { openClient, openClientAt } from "../shared/node/node.js";
import { nowUs } from "../tx/transaction-input.js";

/** Connects the console to the command's node, running or stopped. */
export async function attach(context: Context): Promise<Connection> {
  const place = await findNode(context);
  const client = await openClient(context);
  const attached = {
    client,
    openSource: async () => {
      const read = createBlocksRead(context);
      return clearAfterReading(await openChainSource(context, (client) => read.watch(client)), read);
    },
    nowUs: risingTime(() => Number(nowUs())),
    sandbox: null,
  };
  if ("stopped" in place) {
    const { openStoppedNode } = await import("../shared/node/stopped-node.js");
    const { definition } = await openStoppedNode(context, place.stopped);
    const network = definition.network_name;
    const name = `${networkWord(network)} (stopped)`;
    return { ...attached, name, network, place: `${place.stopped.path}, read-only` };
  }
  const { url, directory } = place;
  if (directory === undefined) return { ...attached, ...(await namesOf(client)), place: url };
  const [{ callAdmin }, { textIn }] = await Promise.all([
    import("../../src/node/admin/admin-client.js"),
    import("../shared/answers.js"),
  ]);
  const admin: Connection["admin"] = (call) => callAdmin(directory.adminSocket, call);
  const network = textIn(await admin({ method: "GET", path: "/status" }), "network");
  return { ...attached, name: networkWord(network), network, place: url, admin };
}

/**
 * The names of a node given by URL, which does not report its network's name: that of a known network, or the node's
 * address.
 */
async function namesOf(client: Client): Promise<Pick<Connection, "name" | "network">> {
  const { recognizeNetwork } = await import("../../src/node/network/recognize-network.js");
  try {
    const definition = await recognizeNetwork(client);
    if (definition !== null) {
      const network = definition.network_name;
      return { name: networkWord(network), network };
    }
  } catch (error) {
    // The prompt shows when no node answers.
    if (!(error instanceof ChainError)) throw error;
  }
  return { name: new URL(client.url).host };
}

/** A development chain in memory. */
export async function openDevChain(): Promise<Connection> {
  const { openSandbox } = await import("../../src/repl/sandbox.js");
  return { ...(await openSandbox(Number(nowUs()))), place: "a chain of its own, in memory" };
}

/** A fork of the chain of the node at a URL. The network definition comes from a file, or is a known one. */
export async function openForkAt(url: string, networkFile: string | undefined): Promise<Connection> {
  const [{ attachFork }, { readNetworkFile }] = await Promise.all([
    import("../../src/repl/fork.js"),
    import("../../src/node/directory/network-file.js"),
  ]);
  const definition = networkFile === undefined ? null : await readNetworkFile(networkFile);
  return attachFork(await openClientAt(url), { definition, nowUs: Number(nowUs()) });
}
