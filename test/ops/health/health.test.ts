import { expect } from "chai";
import { mkdir, rm } from "node:fs/promises";
import { Health, verdictOf } from "../../../src/ops/health/health.js";
import { CHECKS } from "../../../src/ops/health/checks.js";
import type { HealthFacts } from "../../../src/ops/health/facts.js";
import { startDevNode, START_US, type TestNode } from "../../support/dev-node.js";
import { makeTempDirectory } from "../../support/temp-store.js";

const SECOND_US = 1_000_000;

const GOOD: HealthFacts = {
  nowUs: START_US,
  isStoreAnswering: true,
  fault: null,
  height: 10,
  tipUs: START_US - SECOND_US,
  networkHeight: 10,
  isNetworkHeard: true,
  resourceHeight: 5,
  networkResourceHeight: 5,
  ahead: null,
  peers: { connected: 3, namedConnected: 2, named: 2, onOtherChain: 0 },
  clock: { offsetUs: 0, hosts: 3 },
  freeBytes: 10 ** 12,
  certificateEndUs: START_US + SECOND_US,
  diskFullUs: null,
  pool: 0,
  waitingUs: 0,
  losses: { accepted: 1000, lost: 10 },
  isStandingStill: false,
  isValidator: true,
  signingEnd: null,
  clockRefusal: null,
  signerProblem: null,
  isTakingOver: false,
  silentUntilUs: START_US - SECOND_US,
  directory: "there",
};

/** The names of the checks that fail on facts that differ from the good ones. */
function failing(facts: Partial<HealthFacts>): readonly string[] {
  return CHECKS.filter(({ problem }) => problem({ ...GOOD, ...facts }) !== null).map(({ name }) => name);
}

describe("The health checks", () => {
  it("all pass on a node that is well", () => {
    expect(failing({})).to.deep.equal([]);
  });

  for (const [title, facts, name] of [
    ["a store that does not answer", { isStoreAnswering: false }, "store"],
    ["a disk that does not answer", { directory: "silent", freeBytes: null }, "store"],
    ["a fault", { fault: "The disk is broken. " }, "store"],
    ["the end of its signing", { signingEnd: { message: "The key is in use.", fix: "Stop." } }, "signing"],
    ["a clock that is surely wrong", { clockRefusal: { message: "Its clock.", fix: "Set it." } }, "signing"],
    ["a takeover that waits", { isTakingOver: true }, "signing"],
    ["a validator that signed dated ahead", { silentUntilUs: START_US + 3600 * SECOND_US }, "signing"],
    ["a data directory that is gone", { directory: "gone", freeBytes: null }, "disk"],
    ["a full disk", { freeBytes: 1024 }, "disk"],
    ["a certificate that has expired", { certificateEndUs: START_US }, "certificate"],
    ["a clock behind the peers'", { clock: { offsetUs: 30 * SECOND_US, hosts: 4 } }, "clock"],
    ["a clock ahead of the peers'", { clock: { offsetUs: -3 * SECOND_US, hosts: 1 } }, "clock"],
    ["a last block from the future", { tipUs: START_US + 3600 * SECOND_US }, "clock"],
    ["a chain without blocks", { height: 0, networkHeight: 0 }, "chain"],
    ["no connected peer", { peers: { connected: 0, namedConnected: 0, named: 2, onOtherChain: 0 } }, "peers"],
    [
      "a chain of its own",
      { peers: { connected: 0, namedConnected: 0, named: 2, onOtherChain: 2 } },
      "peers",
    ],
    [
      "strangers alone beside named hosts with another chain",
      { peers: { connected: 4, namedConnected: 0, named: 1, onOtherChain: 1 } },
      "peers",
    ],
    ["a peer that it does not follow", { ahead: { host: "a:1", height: 12, lagUs: 8 * SECOND_US } }, "sync"],
    ["named peers that have not told their blocks yet", { networkHeight: 0, isNetworkHeard: false }, "sync"],
    ["neighbours with many more blocks", { networkHeight: 1000 }, "sync"],
    ["neighbours with many more resource blocks", { networkResourceHeight: 50 }, "sync"],
    ["an old resource chain", { isStandingStill: true }, "resource_chain"],
    ["more lost transactions than one in a hundred", { losses: { accepted: 1000, lost: 11 } }, "losses"],
    ["transactions that wait for a block", { pool: 3, waitingUs: 31 * SECOND_US }, "round"],
  ] as const) {
    it(`report ${title}`, () => expect(failing(facts)).to.deep.equal([name]));
  }

  for (const [title, facts] of [
    ["a node without peers", { peers: null, clock: null }],
    [
      "a node that knows no hosts",
      { peers: { connected: 0, namedConnected: 0, named: 0, onOtherChain: 0 }, clock: null },
    ],
    [
      "one of two named hosts with another chain",
      { peers: { connected: 4, namedConnected: 1, named: 2, onOtherChain: 1 } },
    ],
    ["neighbours that are a few blocks ahead", { networkHeight: 14 }],
    ["neighbours that are a few resource blocks ahead", { networkResourceHeight: 9 }],
    ["transactions that have just arrived", { pool: 3, waitingUs: SECOND_US }],
    ["a validator that has just started beside others", { silentUntilUs: START_US + 5 * SECOND_US }],
    [
      "a node without a slot that would be silent",
      { isValidator: false, silentUntilUs: START_US + 9 * SECOND_US },
    ],
    ["a disk that cannot be measured", { freeBytes: null }],
  ] as const) {
    it(`accept ${title}`, () => expect(failing(facts)).to.deep.equal([]));
  }

  it("do not report an old resource chain while the node catches up", () => {
    expect(failing({ isStandingStill: true, networkHeight: 1000 })).to.deep.equal(["sync"]);
    // As when a full disk keeps it from storing the neighbours' blocks.
    expect(failing({ isStandingStill: true, networkResourceHeight: 6 })).to.deep.equal(["sync"]);
  });

  it("do not report an old resource chain while the clock is wrong, and name the peers first while no peer is connected", () => {
    const clock = { offsetUs: -60 * SECOND_US, hosts: 3 };
    expect(failing({ isStandingStill: true, clock })).to.deep.equal(["clock"]);
    const facts = {
      ...GOOD,
      isStandingStill: true,
      peers: { connected: 0, namedConnected: 0, named: 2, onOtherChain: 0 },
    };
    expect(CHECKS.find(({ name }) => name === "resource_chain")?.problem(facts)?.fix).to.include("peer list");
  });

  it("say by how much the clock is wrong, against how many peers", () => {
    const clock = CHECKS.find(({ name }) => name === "clock");
    expect(clock?.problem({ ...GOOD, clock: { offsetUs: -30 * SECOND_US, hosts: 4 } })?.message).to.equal(
      "the clock is 30 s ahead of 4 peers",
    );
  });
});

describe("The health of a node", () => {
  let test: TestNode;
  beforeEach(async () => {
    test = await startDevNode();
  });
  afterEach(() => test.node.stop());

  it("is not ready before the first look, and ready after it", async () => {
    const health = new Health(test.node, null);
    expect(health.readiness()).to.deep.equal({ isReady: false, checks: [] });
    await test.run(health.look());
    expect(verdictOf(health.readiness())).to.equal("ready");
    expect(health.readiness().checks.map(({ name }) => name)).to.deep.equal(CHECKS.map(({ name }) => name));
  });

  it("fails at once when the data directory is gone, and passes again five seconds after it is back", async () => {
    const directory = await makeTempDirectory();
    const health = new Health(test.node, directory);
    await test.run(health.look());
    expect(health.readiness().isReady).to.equal(true);
    await rm(directory, { recursive: true });
    await test.run(health.look());
    expect(verdictOf(health.readiness())).to.include("not ready: the data directory is gone");
    await mkdir(directory);
    for (const [seconds, isReady] of [
      [0, false],
      [4, false],
      [1, true],
    ] as const) {
      await test.pass(seconds * SECOND_US);
      await test.run(health.look());
      expect(health.readiness().isReady, `${seconds} s later`).to.equal(isReady);
    }
    await rm(directory, { recursive: true });
  });

  for (const [title, validatorsAt] of [
    ["fails", () => Promise.reject(new Error("The database is gone."))],
    ["never ends", () => new Promise<readonly string[]>(() => undefined)],
  ] as const) {
    it(`is not ready while a read of the store ${title}, and the look ends all the same`, async () => {
      // The node's own rounds still read the store.
      const { store, tip, resourceChain } = test.node.ledger;
      const ledger = { store, tip, resourceChain, validatorsAt };
      const node = new Proxy(test.node, {
        get: (target, name) => (name === "ledger" ? ledger : Reflect.get(target, name)),
      });
      const health = new Health(node, null);
      const look = health.look();
      await test.pass(2 * SECOND_US);
      await look;
      // The first look decides at once.
      expect(verdictOf(health.readiness())).to.equal("not ready: the database does not answer");
    });
  }

  it("is ready after one late look at the store, and not when the looks stay late", async () => {
    const { store, tip, resourceChain } = test.node.ledger;
    let isLate = false;
    const validatorsAt = (nowUs: number): Promise<readonly string[]> =>
      isLate ? new Promise(() => undefined) : test.node.ledger.validatorsAt(nowUs);
    const ledger = { store, tip, resourceChain, validatorsAt };
    const node = new Proxy(test.node, {
      get: (target, name) => (name === "ledger" ? ledger : Reflect.get(target, name)),
    });
    const health = new Health(node, null);
    const look = async (): Promise<boolean> => {
      const looking = health.look();
      await test.pass(2 * SECOND_US);
      await looking;
      return health.readiness().isReady;
    };
    expect(await look()).to.equal(true);
    isLate = true;
    expect(await look()).to.equal(true);
    isLate = false;
    expect(await look()).to.equal(true);
    isLate = true;
    expect([await look(), await look(), await look()]).to.deep.equal([true, true, false]);
  });

  it("is not ready when nothing has looked for ten seconds", async () => {
    const health = new Health(test.node, null);
    await test.run(health.look());
    await test.pass(11 * SECOND_US);
    expect(health.readiness().isReady).to.equal(false);
  });

  it("is alive while the store answers, not after it is closed", async () => {
    const health = new Health(test.node, null);
    expect(await test.run(health.isAlive())).to.equal(true);
    const stopped = await startDevNode();
    await stopped.node.stop();
    expect(await stopped.run(new Health(stopped.node, null).isAlive())).to.equal(false);
  });
});
