import type { Context } from "../../../src/cli/context.js";
import type { Client } from "../../../src/client/index.js";
import { findNode } from "./find-node.js";
import { openStoppedNode } from "./stopped-node.js";

/**
 * Returns a client for the chain of the command: of the node of `--rpc`, of the node that runs on the data directory,
 * or of the data directory itself when none runs. The last refuses with `NODE_NOT_RUNNING` what only a running node
 * does. Throws `NODE_URL`, or what is wrong with the data directory.
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

/** The same for commands that need a running node. Throws `NODE_NOT_RUNNING` before the user is asked for anything. */
export async function openRunningClient(context: Context): Promise<Client> {
  const place = await findNode(context);
  if ("url" in place) return openClientAt(place.url);
  const { notRunning } = await import("../../../src/node/not-running.js");
  throw notRunning({ directory: place.stopped.path });
}

export async function openClientAt(url: string): Promise<Client> {
  const { createClient } = await import("../../../src/client/create-client.js");
  // No retries: the user decides whether to try again.
  return createClient({ url, retries: 0 });
}
