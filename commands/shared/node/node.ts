import type { Context } from "../../../src/cli/context.js";
import type { Client } from "../../../src/client/index.js";
import { findNode } from "./find-node.js";
import { openStoppedNode } from "./stopped-node.js";

/**
 * The chain that a command asks: that of the node of `--rpc`, of the node that runs on the data directory, or of the data
 * directory itself while none does. A client of the last refuses with `NODE_NOT_RUNNING` what only a running node does.
 * Throws `NODE_URL`, or what is wrong with the data directory.
 */
export async function openClient(context: Context): Promise<Client> {
  const place = await findNode(context);
  if ("url" in place) return openClientAt(place.url);
  const [node, { createEngineClient }, { pathToFileURL }] = await Promise.all([
    openStoppedNode(context, place.stopped),
    import("../../../src/node/engine-client.js"),
    import("node:url"),
  ]);
  return createEngineClient(node, pathToFileURL(place.stopped.path).href);
}

/** The same for what needs a running node: throws `NODE_NOT_RUNNING` before anything is asked of the user. */
export async function openRunningClient(context: Context): Promise<Client> {
  const place = await findNode(context);
  if ("url" in place) return openClientAt(place.url);
  const { notRunning } = await import("../../../src/node/not-running.js");
  throw notRunning({ directory: place.stopped.path });
}

export async function openClientAt(url: string): Promise<Client> {
  const { createClient } = await import("../../../src/client/create-client.js");
  // Whoever typed the command decides about another try.
  return createClient({ url, retries: 0 });
}
