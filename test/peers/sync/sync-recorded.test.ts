import { expect } from "chai";
import { VolatileSigningMemory } from "../../../src/consensus/signing-memory.js";
import { Ledger } from "../../../src/ledger/ledger.js";
import { Node } from "../../../src/node/node.js";
import { VirtualClock } from "../../../src/base/clock/virtual-clock.js";
import { createHttpConnect } from "../../../src/peers/transport/http-connect.js";
import type { RpcServer } from "../../../src/rpc/server.js";
import { IN_MEMORY, openSqliteStore } from "../../../src/store/sqlite/open.js";
import type { Store } from "../../../src/store/store.js";
import {
  AFTER_THE_RECORDING_US,
  importRecordedChain,
  recordedMainBlocks,
  recordedNetwork,
  recordedState,
} from "../../support/recorded-chain.js";
import { serveEngine } from "../../support/serve-engine.js";
import { WorkUnderWay } from "../../support/work-under-way.js";
import { testIdentity } from "../../support/keys.js";

async function stateOf(store: Store, kind: "universal" | "local"): Promise<ReadonlyMap<string, unknown>> {
  const cells = new Map<string, unknown>();
  for (const { key, value } of await store.listState(kind, "")) cells.set(key, value);
  return cells;
}

describe("A fresh node and one that has the recorded chain (PROTOCOL 11.1, 11.2)", () => {
  let served: Node;
  let fresh: Node;
  let freshStore: Store;
  let server: RpcServer;
  const underWay = new WorkUnderWay();
  const clock = new VirtualClock(AFTER_THE_RECORDING_US);
  const network = recordedNetwork();

  before(async () => {
    const store = await openSqliteStore({ file: IN_MEMORY });
    await importRecordedChain(await Ledger.open(store, network));
    served = await Node.open({
      store,
      network,
      identity: testIdentity("served"),
      clock,
      signingMemory: new VolatileSigningMemory(),
    });
    const { url } = ({ server } = await serveEngine(served));
    freshStore = await openSqliteStore({ file: IN_MEMORY });
    const connect = createHttpConnect({ allowPrivate: true });
    fresh = await Node.open({
      store: underWay.counted(() => freshStore),
      network,
      identity: testIdentity("fresh"),
      clock,
      signingMemory: new VolatileSigningMemory(),
      peers: {
        connect: (host) => underWay.counted(() => connect(host)),
        hosts: [new URL(url).host],
      },
    });
  });

  after(async () => {
    await fresh.stop();
    await server.close(0);
    await served.stop();
  });

  it("reach the same chains and the same state, over HTTP", async () => {
    const heights: number[] = [];
    fresh.onBlock(({ height }) => heights.push(height));
    fresh.start();
    const isDone = (): boolean =>
      fresh.ledger.tip.blockhash === served.ledger.tip.blockhash &&
      fresh.ledger.resourceChain.tip?.blockhash === served.ledger.resourceChain.tip?.blockhash;
    while (!isDone()) {
      await clock.advance(50_000);
      await underWay.settled([fresh]);
    }
    expect(heights).to.deep.equal(recordedMainBlocks().map(({ height }) => height));
    expect(fresh.ledger.resourceChain.fixedHeight).to.equal(served.ledger.resourceChain.fixedHeight);
    for (const kind of ["universal", "local"] as const)
      expect(await stateOf(freshStore, kind)).to.deep.equal(new Map(recordedState(kind)));
    expect(fresh.peers?.sync.progress()).to.equal(null);
  });
});
