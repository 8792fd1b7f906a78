import { parseJson } from "../../src/codec/parse-json.js";
import { VolatileSigningMemory } from "../../src/consensus/signing-memory.js";
import { devAccounts } from "../../src/node/dev-network.js";
import { createIdentity } from "../../src/node/identity.js";
import { Node } from "../../src/node/node.js";
import { systemClock } from "../../src/node/system-clock.js";
import { createHttpConnect } from "../../src/peers/http-connect.js";
import { readSignedTransaction } from "../../src/records/transaction.js";
import { createRpcServer } from "../../src/rpc/server.js";
import { openSqliteStore } from "../../src/store/sqlite/open.js";
import { startDevNode, type TestNode } from "../support/dev-node.js";
import { FastSigner } from "../support/fast-signer.js";

// Makes a chain of so many blocks of so many transfers in the database that is named, and serves it as a node in a process
// of its own does. It makes no further blocks.
const [, , file = "", blocks = "0", transfersABlock = "0"] = process.argv;
/** The chain was made a while ago. */
const START_US = 1_700_000_000_000_000;

const accounts = devAccounts();
const signers = accounts.map((account) => new FastSigner(account));
const test = await startDevNode({ store: await openSqliteStore({ file }), startUs: START_US });
const { network } = test.node.ledger;
for (let block = 0; block < Number(blocks); block += 1) await makeBlock(test, Number(transfersABlock));
await test.node.stop();

const node = await Node.open({
  store: await openSqliteStore({ file }),
  network,
  identity: createIdentity(),
  signingMemory: new VolatileSigningMemory(),
  clock: systemClock,
  peers: { hosts: [], connect: createHttpConnect({ allowPrivate: true }) },
});
const server = createRpcServer({
  engine: node,
  host: "127.0.0.1",
  port: 0,
  onError: (error) => {
    throw error;
  },
});
const [url = ""] = await server.listen();
process.on("message", () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuSeconds: (user + system) / 1e6 });
});
process.on("disconnect", () => process.exit(0));
process.send?.({ host: new URL(url).host, network, height: node.ledger.tip.height });

/** Submits transfers and lets the node seal them. */
async function makeBlock({ node: maker, clock, run }: TestNode, count: number): Promise<void> {
  const now = clock.nowUs();
  const transfers = Array.from({ length: count }, (_, index) => {
    const recipient = accounts[(index + 1) % accounts.length]?.address ?? "";
    const signed = signers[index % signers.length]?.transfer(recipient, now + index);
    return readSignedTransaction({
      transaction: parseJson(signed?.transaction ?? ""),
      public_key: signed?.public_key,
      signature: signed?.signature,
    });
  });
  await Promise.all(transfers.map((transfer) => maker.submit(transfer)));
  await run(maker.whenIncluded(transfers.map(({ hash }) => hash)));
}
