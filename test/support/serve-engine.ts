import type { Engine } from "../../src/api/engine.js";
import { createRpcServer, type RpcServer } from "../../src/rpc/server.js";

export interface ServedEngine {
  readonly server: RpcServer;
  readonly url: string;
}

/** A real server on loopback for an engine. An error inside it fails the test. */
export async function serveEngine(engine: Engine): Promise<ServedEngine> {
  const server = createRpcServer({
    engine,
    host: "127.0.0.1",
    port: 0,
    onError: (error) => {
      throw error;
    },
  });
  const [url = ""] = await server.listen();
  return { server, url };
}
