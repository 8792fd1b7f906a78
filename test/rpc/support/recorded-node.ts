import { Ledger } from "../../../src/ledger/ledger.js";
import { createIdentity } from "../../../src/data/directory/identity.js";
import { VolatileSigningMemory } from "../../../src/consensus/signing-memory.js";
import { Node } from "../../../src/node/node.js";
import { VirtualClock } from "../../../src/base/clock/virtual-clock.js";
import { createRpcServer, type RpcServer } from "../../../src/rpc/server.js";
import { IN_MEMORY, openSqliteStore } from "../../../src/store/sqlite/open.js";
import { importRecordedChain, recordedNetwork } from "../../support/recorded-chain.js";

/** The tip when http.json was recorded. */
const TIP_HEIGHT = 78;
/** A time during the recording, in µs. */
const NOW_US = 1_795_238_611_000_000;

export interface RecordedNode {
  readonly url: string;
  readonly errors: readonly unknown[];
  readonly stop: () => Promise<void>;
}

/** Starts the real node over the chain as it was when http.json was recorded, with its RPC interface. */
export async function startRecordedNode(): Promise<RecordedNode> {
  const network = recordedNetwork();
  const store = await openSqliteStore({ file: IN_MEMORY });
  const ledger = await Ledger.open(store, network);
  await importRecordedChain(ledger, TIP_HEIGHT);

  const clock = new VirtualClock(NOW_US);
  const node = await Node.open({
    store,
    network,
    identity: createIdentity(),
    clock,
    signingMemory: new VolatileSigningMemory(),
  });
  const errors: unknown[] = [];
  const server: RpcServer = createRpcServer({
    engine: node,
    host: "127.0.0.1",
    port: 0,
    onError: (error) => errors.push(error),
  });
  const [url = ""] = await server.listen();
  const stop = async (): Promise<void> => {
    await server.close(0);
    await node.stop();
  };
  return { url, errors, stop };
}

/** Registers hooks that start the recorded node before the tests of a suite and stop it after them. */
export function useRecordedNode(): () => RecordedNode {
  let node: RecordedNode;
  before(async () => {
    node = await startRecordedNode();
  });
  after(() => node.stop());
  return () => node;
}
