import type { Client } from "../../src/client/index.js";
import type { Clock } from "../../src/base/clock/clock.js";
import type { PoolLimits } from "../../src/consensus/transaction-pool.js";
import { devNetwork } from "../../src/data/dev-network.js";
import { prepareDevChain } from "../../src/dev/prepare-dev-chain.js";
import type { PoolMemory } from "../../src/data/directory/pool-file.js";
import { createIdentity, type Identity } from "../../src/data/directory/identity.js";
import { createEngineClient } from "../../src/api/engine-client.js";
import { silentLog, type Log } from "../../src/base/log.js";
import { VolatileSigningMemory } from "../../src/consensus/signing-memory.js";
import type { Runners } from "../../src/ledger/machine/runner.js";
import type { SignatureVerifier } from "../../src/ledger/signatures/signature-verifier.js";
import { Node } from "../../src/node/node.js";
import { VirtualClock } from "../../src/base/clock/virtual-clock.js";
import type { NetworkDefinition } from "../../src/records/network.js";
import type { RulesNumber } from "../../src/records/rules.js";
import { openSqliteStore, IN_MEMORY } from "../../src/store/sqlite/open.js";
import type { Store } from "../../src/store/store.js";
import { untilDone } from "./until-done.js";
import { virtualSearch } from "./virtual-search.js";
import { withRules } from "./with-rules.js";
import { WorkUnderWay } from "./work-under-way.js";

/** The time at which a test's virtual clock starts, µs. */
export const START_US = 1_800_000_000_000_000;
const STEP_US = 50_000;

export interface DevNodeOptions {
  readonly store?: Store;
  readonly identity?: Identity;
  readonly poolLimits?: PoolLimits;
  readonly poolMemory?: PoolMemory;
  readonly startUs?: number;
  readonly log?: Log;
  readonly verifier?: SignatureVerifier;
  readonly runners?: Runners;
  /** The node's clock, over the virtual one. Default: that itself. */
  readonly clockOver?: (clock: VirtualClock) => Clock;
  /** The rules of its network. Default: 1. */
  readonly rules?: RulesNumber;
}

/** How long the virtual search needs for a block, µs: the resource interval. */
const SEARCH_US = 2_000_000;
/** Small enough for the reference kernel. At 1 the limit is text of 65 digits, which is below most hashes. */
const DIFFICULTY = 2n;

export interface TestNode {
  readonly node: Node;
  readonly definition: NetworkDefinition;
  readonly clock: VirtualClock;
  /**
   * Lets virtual time pass until the work is done, but not while it waits for a thread or a disk. Throws when it is
   * never done.
   */
  readonly run: <T>(work: Promise<T>) => Promise<T>;
  /** Lets this much virtual time pass. */
  readonly pass: (us: number) => Promise<void>;
}

/**
 * A development node on a virtual clock, without a port. Its chain is prepared unless the store has one. With mining
 * turned on it makes a block about every two virtual seconds.
 */
export async function startDevNode(options: DevNodeOptions = {}): Promise<TestNode> {
  const { poolLimits, poolMemory, verifier, runners, rules = 1 } = options;
  const identity = options.identity ?? createIdentity();
  const store = options.store ?? (await openSqliteStore({ file: IN_MEMORY }));
  const clock = new VirtualClock(options.startUs ?? START_US);
  const definition = devNetwork(identity);
  const constants = { ...definition.constants, default_difficulty: DIFFICULTY };
  const network = withRules({ ...definition, constants }, rules);
  const log = options.log ?? silentLog;
  let fault = "";
  const underWay = new WorkUnderWay();
  const node = await Node.open({
    store: underWay.counted(() => store),
    network,
    identity,
    clock: options.clockOver?.(clock) ?? clock,
    signingMemory: new VolatileSigningMemory(),
    log(entry) {
      if (entry.level === "error") fault = entry.message;
      log(entry);
    },
    createSearch: virtualSearch(clock, () => SEARCH_US),
    ...(poolLimits === undefined ? {} : { poolLimits }),
    ...(poolMemory === undefined ? {} : { poolMemory }),
    ...(verifier === undefined ? {} : { verifier }),
    ...(runners === undefined ? {} : { runners }),
  });
  const time = {
    settled: () => underWay.settled([node]),
    pass: () => clock.advance(STEP_US),
    fault: () => fault,
  };
  const run = <T>(work: Promise<T>): Promise<T> => untilDone(work, time);
  const pass = async (us: number): Promise<void> => {
    await time.settled();
    for (let passed = 0; passed < us; passed += STEP_US) {
      await time.pass();
      await time.settled();
    }
  };
  node.start();
  await run(prepareDevChain(node));
  return { node, definition: network, clock, run, pass };
}

interface UsedNode extends TestNode {
  readonly client: Client;
}

/** A development node with its client for all tests of a suite. */
export function useDevNode(): () => UsedNode {
  let used: UsedNode | undefined;
  before(async () => {
    const test = await startDevNode();
    used = { ...test, client: createEngineClient(test.node, "node") };
  });
  after(() => used?.run(used.node.stop()));
  return () => {
    if (used === undefined) throw new Error("The node has not started yet. ");
    return used;
  };
}
