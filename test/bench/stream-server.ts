import { VolatileSigningMemory } from "../../src/consensus/signing-memory.js";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { devNetwork } from "../../src/data/dev-network.js";
import { createIdentity } from "../../src/data/directory/identity.js";
import { Node } from "../../src/node/node.js";
import { systemClock } from "../../src/base/clock/system-clock.js";
import { createRpcServer } from "../../src/rpc/server.js";
import { openSqliteStore } from "../../src/store/sqlite/open.js";

// A node on a given database, with the RPC interface, in its own process with its own memory and event loop.
// It makes no blocks. It measures itself from the message `watch` to the message `report`.
const SAMPLE_MS = 5;
const MEGABYTE = 1024 * 1024;

const [, , file = ""] = process.argv;
const identity = createIdentity();
const store = await openSqliteStore({ file });
const node = await Node.open({
  store,
  network: devNetwork(identity),
  identity,
  signingMemory: new VolatileSigningMemory(),
  clock: systemClock,
});
const server = createRpcServer({
  engine: node,
  host: "127.0.0.1",
  port: 0,
  onError: (error) => {
    throw error;
  },
});
const [url] = await server.listen();

const delay = monitorEventLoopDelay({ resolution: 1 });
let before = 0;
let peak = 0;
let sampling: NodeJS.Timeout | undefined;
process.on("message", (word) => {
  if (word === "watch") {
    before = peak = process.memoryUsage.rss();
    sampling = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage.rss());
    }, SAMPLE_MS);
    delay.reset();
    delay.enable();
    process.send?.("watching");
  } else {
    clearInterval(sampling);
    delay.disable();
    process.send?.({ extraMegabytes: (peak - before) / MEGABYTE, delayMs: delay.percentile(99) / 1e6 });
  }
});
process.on("disconnect", () => process.exit(0));
process.send?.({ url });
