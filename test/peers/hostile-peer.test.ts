import { expect } from "chai";
import { ChainError } from "../../src/codec/chain-error.js";
import { VolatileSigningMemory } from "../../src/consensus/signing-memory.js";
import { isMainBlockHere } from "../../src/ledger/resource-chain.js";
import type { LogEntry } from "../../src/base/log.js";
import { Node } from "../../src/node/node.js";
import { createHttpConnect } from "../../src/peers/transport/http-connect.js";
import { IN_MEMORY, openSqliteStore } from "../../src/store/sqlite/open.js";
import { HOSTILITIES, type Hostility } from "../support/hostile-answers.js";
import { fuzzProgress } from "../support/fuzz-progress.js";
import { replay } from "../support/replay.js";
import { createSeededRandom, randomRuns, seeded } from "../support/seeded-random.js";
import { WorkUnderWay } from "../support/work-under-way.js";
import { FORK_NETWORK, ForkPair } from "./fork-pair.js";
import { HostileServer } from "./hostile-server.js";
import { testIdentity } from "../support/keys.js";

/** More runs: npm run fuzz -- --only peers. */
const RUNS = randomRuns(12);
/** The virtual time within which a peer that breaks the rules is dropped: it is asked several times an interval. */
const PATIENCE_US = 4_000_000;

describe("A hostile peer (PROTOCOL 11.5, 12.2, 12.3)", () => {
  const random = createSeededRandom();
  const underWay = new WorkUnderWay();
  const connect = createHttpConnect({ allowPrivate: true });
  let pair: ForkPair;
  let server: HostileServer;
  let host: string;
  let questions: readonly string[];

  /** Opens a node without peers. When `isForked`, it has a block of its own that the peer's chain replaces. */
  async function openVictim(isForked: boolean): Promise<{ node: Node; log: LogEntry[] }> {
    const log: LogEntry[] = [];
    const { store, network } = pair.ours.ledger;
    const own = isForked
      ? await replay(store, network, pair.nodes.clock.nowUs())
      : await openSqliteStore({ file: IN_MEMORY });
    const node = await Node.open({
      store: underWay.counted(() => own),
      network: FORK_NETWORK,
      identity: testIdentity("node"),
      clock: pair.nodes.clock,
      signingMemory: new VolatileSigningMemory(),
      peers: { connect: (host, known) => underWay.counted(() => connect(host, known)), hosts: [] },
      log: (entry) => log.push(entry),
    });
    node.start();
    return { node, log };
  }

  async function until(node: Node, isSo: () => boolean): Promise<boolean> {
    const endUs = pair.nodes.clock.nowUs() + PATIENCE_US;
    while (!isSo() && pair.nodes.clock.nowUs() < endUs) {
      await pair.nodes.clock.advance(50_000);
      await underWay.settled([node]);
    }
    return isSo();
  }

  /** Checks what must hold whatever a peer answers. */
  async function assertSound({ ledger }: Node): Promise<void> {
    const { tip, store, resourceChain } = ledger;
    const theirs = pair.theirs.ledger.store;
    const isOwn = tip.blockhash === pair.ours.ledger.tip.blockhash;
    if (tip.height > 0 && !isOwn) expect(await theirs.mainBlockSummary(tip)).to.deep.equal(tip);
    const last = resourceChain.tip;
    if (last === null) return;
    expect(await theirs.resourceBlock(last)).to.deep.equal(last);
    expect(await isMainBlockHere(store, last)).to.equal(true);
  }

  /** Meets the peer, and waits for the consequences. */
  async function meet(question: string, hostility: Hostility, isForked: boolean): Promise<void> {
    const told = `${question}: ${hostility.name}, ${isForked ? "with" : "without"} a fork`;
    server.plan(question, hostility);
    const { node, log } = await openVictim(isForked);
    try {
      const isMet = await node.peers?.tracker.check(host).then(
        () => true,
        (error: unknown) => {
          if (!(error instanceof ChainError)) throw error;
          return false;
        },
      );
      const isDropped = (): boolean => log.some(({ message }) => message === "peer dropped");
      const isEnded = (): boolean => isMet === false || isDropped();
      await until(node, isEnded);
      expect(
        log.filter(({ level }) => level === "error"),
        told,
      ).to.deep.equal([]);
      const isExcused = hostility.isTooMuch === true && question.endsWith("Blocks full");
      if (hostility.isViolation && !isExcused && server.provoked > 0) expect(isEnded(), told).to.equal(true);
      expect(node.peers?.tracker.peers.size, told).to.equal(isEnded() ? 0 : 1);
      await assertSound(node);
      await node.info();
    } finally {
      await node.stop();
    }
  }

  before(async () => {
    pair = await ForkPair.open("in the process");
    await pair.makeBlock(pair.ours);
    for (let round = 0; round < 2; round += 1) {
      await pair.makeBlock(pair.theirs);
      await pair.mineBlock(pair.theirs);
    }
    await pair.makeBlock(pair.theirs);
    server = new HostileServer(pair.theirs, random);
    host = await server.listen();
    for (const isForked of [false, true]) {
      const { node } = await openVictim(isForked);
      await node.peers?.tracker.check(host);
      const { tip } = pair.theirs.ledger;
      expect(await until(node, () => node.ledger.tip.blockhash === tip.blockhash)).to.equal(true);
      await until(node, () => false);
      await node.stop();
    }
    questions = [...server.asked];
  });
  after(async () => {
    server.close();
    await pair.nodes.stop();
  });

  it("is asked for its statement, its heights, blocks of both chains, and its records of the round", () => {
    for (const part of ["peer", "round", "GetBlock", "GetResourceBlock", "broadcast"])
      expect(
        questions.some((question) => question.includes(part)),
        part,
      ).to.equal(true);
  });

  it(seeded(`does no harm with ${RUNS} kinds of answers, and is dropped`), async function () {
    this.timeout(300_000 + RUNS * 10_000);
    const progress = fuzzProgress(RUNS);
    for (let run = 0; run < RUNS; run += 1) {
      const question = questions[run % questions.length] ?? "";
      const hostility = HOSTILITIES[Math.floor(random() * HOSTILITIES.length)];
      if (hostility !== undefined) await meet(question, hostility, random() < 0.5);
      progress.step();
    }
    progress.end();
  });
});
