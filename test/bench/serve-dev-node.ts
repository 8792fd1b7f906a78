import { SignatureThreads } from "../../src/ledger/signatures/signature-threads.js";
import type { Engine } from "../../src/api/engine.js";
import { createRpcServer } from "../../src/rpc/server.js";
import { startDevNode, type DevNodeOptions, type TestNode } from "../support/dev-node.js";

const MANY = 1_000_000;
export const MANY_LIMITS = { maxTransactions: MANY, maxBytes: MANY * 1000 };

export interface ServedNode extends TestNode {
  readonly url: string;
}

/** Starts a development node in this thread, with the RPC interface and without limits of number. Its clock stands still. */
export async function serveDevNode(options: Pick<DevNodeOptions, "store"> = {}): Promise<ServedNode> {
  const test = await startDevNode({
    ...options,
    poolLimits: MANY_LIMITS,
    verifier: new SignatureThreads(),
  });
  const { url } = await serveNode(test.node);
  return { ...test, url };
}

/** Answers over HTTP, on any number of connections of one address. */
export async function serveNode(engine: Engine): Promise<{ url: string; close(): Promise<void> }> {
  const server = createRpcServer({
    engine,
    host: "127.0.0.1",
    port: 0,
    limits: { connectionsPerAddress: 1000 },
    onError: (error) => {
      throw error;
    },
  });
  const [url = ""] = await server.listen();
  return { url, close: () => server.close(1000) };
}
