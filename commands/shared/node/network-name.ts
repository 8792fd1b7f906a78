import type { Context } from "../../../src/cli/context.js";
import type { Client } from "../../../src/client/index.js";
import { ChainError } from "../../../src/codec/chain-error.js";
import { findNode } from "./find-node.js";

/**
 * The name of the network that the command's node belongs to, null when it is not known: a node elsewhere does not say
 * it, and only the networks that every chainnode knows are recognized.
 */
export async function networkName(context: Context, client: Client): Promise<string | null> {
  const place = await findNode(context);
  const directory = "stopped" in place ? place.stopped : place.directory;
  if (directory !== undefined) {
    const { readDefinition } = await import("../../../src/node/directory/data-directory.js");
    return (await readDefinition(directory)).network_name;
  }
  const { recognizeNetwork } = await import("../../../src/node/remote/recognize-network.js");
  try {
    return (await recognizeNetwork(client))?.network_name ?? null;
  } catch (error) {
    // The name is not worth a failure: whether the node answers shows with what it is asked for.
    if (error instanceof ChainError) return null;
    throw error;
  }
}
