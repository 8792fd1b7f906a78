import type { Client } from "../client/index.js";
import { devAccounts, isDevNetwork } from "../node/network/dev-network.js";
import { openFork, type ForkOptions } from "../node/sandbox/open-fork.js";
import { attachSandbox, type SandboxConnection } from "./sandbox.js";

/**
 * Attaches to a fork of a node's chain: a sandbox that begins with the node's current state. Throws as `openFork`
 * does.
 */
export async function attachFork(client: Client, options: ForkOptions): Promise<SandboxConnection> {
  const chain = await openFork(client, options);
  const { network, height } = chain;
  // The accounts of a development network are the same everywhere.
  const accounts = isDevNetwork(network) ? devAccounts() : [];
  return {
    ...attachSandbox("fork", chain, accounts),
    place: `${client.url} at main block ${height}`,
    network: `a fork of ${network.network_name}`,
  };
}
