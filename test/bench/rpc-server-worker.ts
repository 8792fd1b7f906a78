import { parentPort } from "node:worker_threads";
import { SignatureThreads } from "../../src/ledger/signatures/signature-threads.js";
import { createRpcServer } from "../../src/rpc/server.js";
import { startDevNode } from "../support/dev-node.js";

// A development node with the RPC interface in its own thread; the load comes from another thread. Its clock stands
// still, so that no round runs during the measurement.
const MANY = 1_000_000;
const { node, clock } = await startDevNode({
  poolLimits: { maxTransactions: MANY, maxBytes: MANY * 1000 },
  verifier: new SignatureThreads(),
});
const server = createRpcServer({
  engine: node,
  host: "127.0.0.1",
  port: 0,
  limits: { connectionsPerAddress: 1000 },
  onError: (error) => {
    throw error;
  },
});
const [url] = await server.listen();
parentPort?.postMessage({ url, nowUs: clock.nowUs() });
