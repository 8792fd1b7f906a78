import type { Context } from "../../../src/cli/context.js";
import type { Client } from "../../../src/client/index.js";
import { ChainError } from "../../../src/codec/chain-error.js";
import { findNode } from "./find-node.js";

/**
 * The name of the network of the command's node, null when it is unknown: a node given by URL does not report it, and
 * only the networks that every chainnode knows are recognized.
 */
export async function networkName(context: Context, client: Client): Promise<string | null> {
  const place = await findNode(context);
  const directory = "stopped" in place ? place.stopped : place.directory;
  if (directory !== undefined) {
    const { readDefinition } = await import("../../../src/node/directory/data-directory.js");
    return (await readDefinition(directory)).network_name;
  }
  const { recognizeNetwork } = await import("../../../src/node/network/recognize-network.js");
  try {
    return (await recognizeNetwork(client))?.network_name ?? null;
  } catch (error) {
    // A missing name is not an error: the following requests show whether the node answers.
    if (error instanceof ChainError) return null;
    throw error;
  }
}
