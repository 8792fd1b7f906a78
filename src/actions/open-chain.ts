import type { Client } from "../client/index.js";
import type { ReadChain } from "../replay/read-chain.js";
import { openClientAt, type NodePlace, type Workspace } from "./workspace.js";

interface OpenChainOptions {
  readonly watch?: (client: Client) => Client;
  /** The node; by default the workspace's. */
  readonly url?: string | undefined;
}

export async function openChain(
  workspace: Workspace,
  { watch = (client) => client, url }: OpenChainOptions = {},
): Promise<ReadChain> {
  const place: NodePlace = url === undefined ? await workspace.place() : { url };
  if ("url" in place) {
    const { openRemoteChain } = await import("../replay/remote/remote-store.js");
    const { recognizeNetwork } = await import("../replay/remote/recognize-network.js");
    const { readDefinition } = await import("../data/directory/data-directory.js");
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
  const directory = await workspace.directory();
  const { openStoreToRead } = await import("../data/directory/open-store.js");
  const { ReadChain } = await import("../replay/read-chain.js");
  const { store, definition } = await openStoreToRead(directory);
  try {
    return await use(await ReadChain.ofStore(store, definition));
  } finally {
    await store.close();
  }
}
