import type { Client } from "../client/index.js";
import type { ReadChain } from "../replay/read-chain.js";
import { openClientAt, type NodePlace, type Workspace } from "./workspace.js";

interface OpenChainOptions {
  /** Wraps the client of a running node. */
  readonly watch?: (client: Client) => Client;
  /** The node; by default the workspace's. */
  readonly url?: string | undefined;
}

/** Opens the chain of a node. */
export async function openChain(
  workspace: Workspace,
  { watch = (client) => client, url }: OpenChainOptions = {},
): Promise<ReadChain> {
  const place: NodePlace = url === undefined ? await workspace.place() : { url };
  if ("url" in place) {
    const [{ openRemoteChain }, { recognizeNetwork }, { readDefinition }] = await Promise.all([
      import("../replay/remote/remote-store.js"),
      import("../node/network/recognize-network.js"),
      import("../node/directory/data-directory.js"),
    ]);
    const client = watch(await openClientAt(place.url));
    const { directory } = place;
    const definition =
      directory === undefined ? await recognizeNetwork(client) : await readDefinition(directory);
    return openRemoteChain(client, definition);
  }
  const { ReadChain } = await import("../replay/read-chain.js");
  const { store, definition } = await workspace.stoppedNode(place.stopped);
  return ReadChain.ofStore(store, definition);
}

/** Works on the chain of the data directory, whether a node runs on it or not. */
export async function withStoredChain<T>(
  workspace: Workspace,
  use: (chain: ReadChain) => Promise<T>,
): Promise<T> {
  const [directory, { openStoreToRead }, { ReadChain }] = await Promise.all([
    workspace.directory(),
    import("../node/directory/open-store.js"),
    import("../replay/read-chain.js"),
  ]);
  const { store, definition } = await openStoreToRead(directory);
  try {
    return await use(await ReadChain.ofStore(store, definition));
  } finally {
    await store.close();
  }
}
