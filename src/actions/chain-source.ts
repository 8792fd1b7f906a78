import type { Client } from "../client/index.js";
import type { ChainSource } from "../replay/trial/chain-source.js";
import { openClientAt, type Workspace } from "./workspace.js";

/** Opens the chain of the workspace's node. `watch` wraps the client of a running node. */
export async function openChainSource(
  workspace: Workspace,
  watch = (client: Client): Client => client,
): Promise<ChainSource> {
  const place = await workspace.place();
  if ("url" in place) {
    const [{ createClientSource }, { recognizeNetwork }] = await Promise.all([
      import("../replay/trial/client-source.js"),
      import("../node/network/recognize-network.js"),
    ]);
    const client = watch(await openClientAt(place.url));
    return createClientSource(client, await recognizeNetwork(client));
  }
  const { createStoreSource } = await import("../replay/trial/store-source.js");
  const { store, definition } = await workspace.stoppedNode(place.stopped);
  // The store is closed with the node at the end.
  return { ...(await createStoreSource(store, definition)), close: () => Promise.resolve() };
}

/** Opens the chain of the data directory, whether a node runs on it or not. */
export async function openStoredSource(workspace: Workspace): Promise<ChainSource> {
  const [directory, { openStoreToRead }, { createStoreSource }] = await Promise.all([
    workspace.directory(),
    import("../node/directory/open-store.js"),
    import("../replay/trial/store-source.js"),
  ]);
  const { store, definition } = await openStoreToRead(directory);
  return createStoreSource(store, definition);
}
