import type { OptionSpec } from "../../src/cli/command.js";
import type { Context } from "../../src/cli/context.js";
import type { Client } from "../../src/client/index.js";
import type { Input } from "../../src/cli/input/input.js";
import type { ChainSource } from "../../src/replay/trial/chain-source.js";
import { createBlocksRead } from "../shared/block/blocks-read.js";
import { findNode } from "../shared/node/find-node.js";
import { openClientAt } from "../shared/node/node.js";
import { ownDirectory } from "../shared/node/own-directory.js";
import { openStoppedNode } from "../shared/node/stopped-node.js";

export const OFFLINE_OPTION: OptionSpec = {
  name: "offline",
  description: "read the data directory instead of asking a node",
};

/** Works on the source of codes and state: the node of the command, or the data directory with `--offline`. */
export async function withChainSource<T>(
  context: Context,
  input: Input,
  use: (source: ChainSource) => Promise<T>,
): Promise<T> {
  const read = createBlocksRead(context);
  const source = input.flag(OFFLINE_OPTION.name)
    ? await openOffline(context)
    : await openChainSource(context, (client) => read.watch(client));
  try {
    return await use(source);
  } finally {
    read.clear();
    await source.close();
  }
}

/** The chain of the command's node. `watch` wraps the client of a running node. */
export async function openChainSource(
  context: Context,
  watch = (client: Client): Client => client,
): Promise<ChainSource> {
  const place = await findNode(context);
  if ("url" in place) {
    const [{ createClientSource }, { recognizeNetwork }] = await Promise.all([
      import("../../src/replay/trial/client-source.js"),
      import("../../src/node/network/recognize-network.js"),
    ]);
    const client = watch(await openClientAt(place.url));
    return createClientSource(client, await recognizeNetwork(client));
  }
  const { createStoreSource } = await import("../../src/replay/trial/store-source.js");
  const { store, definition } = await openStoppedNode(context, place.stopped);
  // The store is closed with the node at the end of the command.
  return { ...(await createStoreSource(store, definition)), close: () => Promise.resolve() };
}

async function openOffline(context: Context): Promise<ChainSource> {
  const [directory, { openStoreToRead }, { createStoreSource }] = await Promise.all([
    ownDirectory(context),
    import("../../src/node/directory/open-store.js"),
    import("../../src/replay/trial/store-source.js"),
  ]);
  const { store, definition } = await openStoreToRead(directory);
  return createStoreSource(store, definition);
}
