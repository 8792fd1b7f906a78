import { createRpcServer, type RpcServer, type RpcServerOptions } from "../../../src/rpc/server.js";
import { ScriptedEngine } from "./scripted-engine.js";

/** A server on a free port of the loopback interface, with an engine whose answers a test sets. */
export interface RpcHarness {
  readonly engine: ScriptedEngine;
  readonly server: RpcServer;
  readonly errors: readonly unknown[];
  /** The address of the first port, and of the second if there is one. */
  readonly url: string;
  readonly plainUrl: string;
}

export async function startRpc(options: Partial<RpcServerOptions> = {}): Promise<RpcHarness> {
  const engine = new ScriptedEngine();
  const errors: unknown[] = [];
  const server = createRpcServer({
    engine,
    host: "127.0.0.1",
    port: 0,
    onError: (error) => errors.push(error),
    ...options,
  });
  const [url = "", plainUrl = ""] = await server.listen();
  return { engine, server, errors, url, plainUrl };
}

/** Registers hooks that start a server before the tests of a suite and close it after them. */
export function useRpc(options: Partial<RpcServerOptions> = {}): () => RpcHarness {
  let harness: RpcHarness;
  before(async () => {
    harness = await startRpc(options);
  });
  after(async () => harness.server.close(0));
  return () => harness;
}
