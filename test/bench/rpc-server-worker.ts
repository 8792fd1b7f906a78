import { parentPort } from "node:worker_threads";
import { SignatureThreads } from "../../src/ledger/signatures/signature-threads.js";
import { createRpcServer } from "../../src/rpc/server.js";
import { startDevNode } from "../support/dev-node.js";

// A development node behind the interface, in a thread of its own: the load comes from another one. Its time stands
// still, so that no round takes part in what is measured.
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
