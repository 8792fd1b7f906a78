import { setImmediate } from "node:timers/promises";
import type { PoolLimits } from "../../src/consensus/transaction-pool.js";
import { prepareDevChain } from "../../src/node/dev-chain.js";
import { devNetwork } from "../../src/node/dev-network.js";
import { createIdentity, type Identity } from "../../src/node/identity.js";
import { Node } from "../../src/node/node.js";
import { VirtualClock } from "../../src/node/virtual-clock.js";
import { openSqliteStore, IN_MEMORY } from "../../src/store/sqlite/open.js";
import type { Store } from "../../src/store/store.js";

/** The time at which a test's virtual clock starts, µs. */
export const START_US = 1_800_000_000_000_000;
const STEP_US = 50_000;

export interface DevNodeOptions {
  readonly store?: Store;
  readonly identity?: Identity;
  readonly poolLimits?: PoolLimits;
}

export interface TestNode {
  readonly node: Node;
  readonly clock: VirtualClock;
  /** Lets virtual time pass until the work is done. */
  readonly run: <T>(work: Promise<T>) => Promise<T>;
}

/** A development node on a virtual clock, without a port; its chain prepared unless the store has one. */
export async function startDevNode(options: DevNodeOptions = {}): Promise<TestNode> {
  const { poolLimits } = options;
  const identity = options.identity ?? createIdentity();
  const store = options.store ?? (await openSqliteStore({ file: IN_MEMORY }));
  const clock = new VirtualClock(START_US);
  const network = devNetwork(identity);
  const node = await Node.open({
    store,
    network,
    identity,
    clock,
    ...(poolLimits === undefined ? {} : { poolLimits }),
  });
  const run = async <T>(work: Promise<T>): Promise<T> => {
    const progress = { isDone: false };
    const end = (): void => {
      progress.isDone = true;
    };
    work.then(end, end);
    while (!progress.isDone) {
      await clock.advance(STEP_US);
      // Virtual time stands still while the disk works.
      await setImmediate();
      await node.settled();
    }
    return work;
  };
  node.start();
  await run(prepareDevChain(node));
  return { node, clock, run };
}
