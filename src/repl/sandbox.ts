import { setImmediate } from "node:timers/promises";
import { VolatileSigningMemory } from "../consensus/signing-memory.js";
import { prepareDevChain } from "../node/dev-chain.js";
import { devAccounts, devNetwork } from "../node/dev-network.js";
import { createEngineClient } from "../node/engine-client.js";
import { createIdentity, type KeyPair } from "../node/identity.js";
import { Node } from "../node/node.js";
import { includeAll } from "../node/preset.js";
import { createStoreSource } from "../node/trial/store-source.js";
import { VirtualClock } from "../node/virtual-clock.js";
import { IN_MEMORY, openSqliteStore } from "../store/sqlite/open.js";
import type { Connection } from "./connection.js";

/** A chain of the console's own, in memory, whose time stands still until it is told to go. */
export interface Sandbox {
  /** Funded; their keys are known to everybody. */
  readonly accounts: readonly KeyPair[];
  /** Lets time pass until the pool is empty. Answers the height. */
  mine(): Promise<number>;
  /** Lets so much time pass. */
  warp(seconds: number): Promise<void>;
  /** Sends an amount, in the smallest unit, from the first account, and puts it into a block. */
  fund(address: string, amount: string): Promise<void>;
  close(): Promise<void>;
}

/** A sandbox is always attached to. */
export type SandboxConnection = Connection & { readonly sandbox: Sandbox };

const SECOND_US = 1_000_000;
/** Short enough that a block is written before the next round is due. */
const STEP_US = 50_000;

/** Makes a development chain and attaches to it. Its time begins at the one given, µs. */
export async function openSandbox(startUs: number): Promise<SandboxConnection> {
  const identity = createIdentity();
  const clock = new VirtualClock(startUs);
  const store = await openSqliteStore({ file: IN_MEMORY });
  const network = devNetwork(identity);
  const node = await Node.open({
    store,
    network,
    identity,
    clock,
    signingMemory: new VolatileSigningMemory(),
  });
  const [first, ...others] = devAccounts() as [KeyPair, ...KeyPair[]];

  const step = async (us: number): Promise<void> => {
    await clock.advance(us);
    // Virtual time stands still while a block is made.
    await setImmediate();
    await node.settled();
  };
  const stepUntilDone = async (work: Promise<void>): Promise<void> => {
    const progress = { isDone: false };
    const end = (): void => {
      progress.isDone = true;
    };
    work.then(end, end);
    while (!progress.isDone) await step(STEP_US);
    return work;
  };

  node.start();
  await stepUntilDone(prepareDevChain(node));
  return {
    name: "sandbox",
    client: createEngineClient(node, "sandbox"),
    openSource: () => createStoreSource(store, network),
    nowUs: () => clock.nowUs(),
    sandbox: {
      accounts: [first, ...others],
      async mine() {
        while (node.pool.size > 0) await step(STEP_US);
        return node.ledger.tip.height;
      },
      async warp(seconds) {
        const endUs = clock.nowUs() + Math.round(seconds * SECOND_US);
        while (clock.nowUs() < endUs) await step(Math.min(STEP_US, endUs - clock.nowUs()));
      },
      fund: (to, amount) => stepUntilDone(includeAll(node, first, [{ type: "Send", to, amount }])),
      close: () => node.stop(),
    },
  };
}
