import type { Client } from "../client/index.js";
import { openFork, type ForkOptions } from "../node/sandbox/open-fork.js";
import { attachSandbox, type SandboxConnection } from "./sandbox.js";

/** Attaches to a fork of a node's chain: a sandbox that begins with what the node has now. Throws as `openFork`. */
export async function attachFork(client: Client, options: ForkOptions): Promise<SandboxConnection> {
  const chain = await openFork(client, options);
  return { ...attachSandbox("fork", chain, []), place: `${client.url} at main block ${chain.height}` };
}
