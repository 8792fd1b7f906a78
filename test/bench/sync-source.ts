import { VolatileSigningMemory } from "../../src/consensus/signing-memory.js";
import { createIdentity } from "../../src/data/directory/identity.js";
import { Node } from "../../src/node/node.js";
import { systemClock } from "../../src/base/clock/system-clock.js";
import { createHttpConnect } from "../../src/peers/transport/http-connect.js";
import { openSqliteStore } from "../../src/store/sqlite/open.js";
import { startDevNode } from "../support/dev-node.js";
import { serveEngine } from "../support/serve-engine.js";
import { sealTransfers } from "./seal-transfers.js";

// Makes a chain with a given number of blocks and transfers in a database, and serves it like a node in its own process.
// It makes no further blocks.
const [, , file = "", blocks = "0", transfersABlock = "0"] = process.argv;
/** The age of the chain. */
const START_US = 1_700_000_000_000_000;

const test = await startDevNode({ store: await openSqliteStore({ file }), startUs: START_US });
const { definition: network } = test;
for (let block = 0; block < Number(blocks); block += 1) await sealTransfers(test, Number(transfersABlock));
await test.node.stop();

const node = await Node.open({
  store: await openSqliteStore({ file }),
  network,
  identity: createIdentity(),
  signingMemory: new VolatileSigningMemory(),
  clock: systemClock,
  peers: { hosts: [], connect: createHttpConnect({ allowPrivate: true }) },
});
const { url } = await serveEngine(node);
process.on("message", () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuSeconds: (user + system) / 1e6 });
});
process.on("disconnect", () => process.exit(0));
process.send?.({ host: new URL(url).host, network, height: node.ledger.tip.height });
