import { expect } from "chai";
import type { Value } from "../../src/codec/value.js";
import { Ledger } from "../../src/ledger/ledger.js";
import type { Engine } from "../../src/api/engine.js";
import type { Node } from "../../src/node/node.js";
import { createNetwork, type NetworkDefinition } from "../../src/records/network.js";
import { signTransaction } from "../../src/records/transaction.js";
import { IN_MEMORY, openSqliteStore } from "../../src/store/sqlite/open.js";
import { expectRejection } from "../support/expect-rejection.js";
import { mineNext, sealAlone } from "../support/forged-blocks.js";
import { forwardTo } from "../support/forward-to.js";
import { PeerNodes } from "../support/peer-nodes.js";
import { ShadowChain } from "../support/shadow-chain.js";
import { WorkUnderWay } from "../support/work-under-way.js";
import { GENESIS, NETWORK as ATTACKED, SECOND_US } from "./attacked-network.js";

const START_US = 1_800_000_000_000_000;
const NETWORK: NetworkDefinition = {
  ...ATTACKED,
  constants: {
    ...ATTACKED.constants,
    resource_interval: 60 * SECOND_US,
    resource_confirm_count: 3,
    // No block is fixed before a node has compared the chains.
    confirm_interval: 6000 * SECOND_US,
    difficulty_change_cycle: 5,
    default_difficulty: 64n,
  },
};
/** The honest blocks come fast and grow difficult; the fake ones come slowly and are cheap, so there are more of them. */
const HONEST = { blocks: 20, gapUs: 40 * SECOND_US };
const FAKE = { blocks: 24, gapUs: 100 * SECOND_US };
const NOW_US = START_US + 2600 * SECOND_US;

describe("A fake year of cheap resource blocks (PROTOCOL 15.10)", () => {
  const underWay = new WorkUnderWay();
  let nodes: PeerNodes;
  let honest: ShadowChain;
  let fake: ShadowChain;

  before(async () => {
    honest = await makeChain(HONEST);
    fake = await makeChain(FAKE);
  });
  after(() => Promise.all([honest, fake].map(({ ledger }) => ledger.store.close())));
  beforeEach(() => {
    nodes = new PeerNodes(NOW_US, "in the process", underWay);
  });
  afterEach(() => nodes.stop());

  async function makeChain({ blocks, gapUs }: typeof HONEST): Promise<ShadowChain> {
    const store = await openSqliteStore({ file: IN_MEMORY });
    // A long answer is read from the store in pieces, after the engine has answered.
    const chain = await ShadowChain.open(
      underWay.counted(() => store),
      NETWORK,
    );
    const { ledger } = chain;
    const members = new Map<string, Value>([
      ["type", "Genesis"],
      ["timestamp", BigInt(START_US)],
      ["network_address", createNetwork(NETWORK).networkAddress],
    ]);
    const { privateKey } = GENESIS.node;
    await sealAlone(ledger, signTransaction(members, privateKey), { s_timestamp: START_US, privateKey });
    await mine(chain, { blocks, gapUs });
    return chain;
  }
  /** Adds resource blocks up to a height. */
  async function mine({ ledger }: ShadowChain, { blocks, gapUs }: typeof HONEST): Promise<void> {
    const { address } = GENESIS.node;
    const { height: main_height, blockhash: main_blockhash } = ledger.tip;
    for (let block = (ledger.resourceChain.tip?.height ?? 0) + 1; block <= blocks; block += 1) {
      const timestamp = START_US + block * gapUs;
      const named = { main_height, main_blockhash, validator: address, miner: address };
      await ledger.resourceChain.commit(await mineNext(ledger, { ...named, timestamp }), NOW_US, {
        isTentative: true,
      });
    }
  }
  async function show(host: string, chain: ShadowChain, instead: Partial<Engine> = {}): Promise<void> {
    const face = await nodes.open(`hidden-${host}`, { network: NETWORK });
    const engine = chain.engine(
      () => face,
      () => nodes.clock.nowUs(),
    );
    nodes.engines.set(
      host,
      forwardTo(() => engine, instead),
    );
  }
  const resourceTip = ({ ledger }: Pick<Node, "ledger">): string => ledger.resourceChain.tip?.blockhash ?? "";

  it("is longer than the honest chain and has less work", async () => {
    const workOf = async ({ ledger }: ShadowChain): Promise<bigint> => {
      const blocks = await ledger.store.resourceBlocks(1, ledger.resourceChain.tip?.height ?? 0);
      return blocks.reduce((sum, { difficulty }) => sum + BigInt(difficulty), 0n);
    };
    expect(FAKE.blocks).to.be.greaterThan(HONEST.blocks);
    expect((await workOf(fake)) < (await workOf(honest))).to.equal(true);
  });

  it("is not followed by a new node that knows an honest peer", async () => {
    await show("fake:1", fake);
    await show("honest:1", honest);
    const node = await nodes.open("new:1", { network: NETWORK, hosts: ["fake:1", "honest:1"] });
    node.start();
    expect(await nodes.until(() => resourceTip(node) === resourceTip(honest), 20 * SECOND_US)).to.equal(true);
  });

  it("does not keep a node from the blocks of its honest peers", async () => {
    const growing = await makeChain({ ...HONEST, blocks: HONEST.blocks - 1 });
    await show("fake:1", fake);
    await show("honest:1", growing);
    const node = await nodes.open("new:1", { network: NETWORK, hosts: ["honest:1"] });
    node.start();
    expect(await nodes.until(() => resourceTip(node) === resourceTip(growing))).to.equal(true);
    await node.peers?.tracker.check("fake:1");
    const isPassedOver = (): boolean => node.peers?.sync.passedOverUntil("fake:1") !== null;
    expect(await nodes.until(isPassedOver)).to.equal(true);
    await mine(growing, HONEST);
    expect(await nodes.until(() => resourceTip(node) === resourceTip(growing))).to.equal(true);
    await growing.ledger.store.close();
  });

  it("keeps a node neither from its rounds nor from honest peers while its comparison lasts", async () => {
    const growing = await makeChain({ ...HONEST, blocks: HONEST.blocks - 1 });
    await show("honest:1", growing);
    const node = await nodes.open("new:1", { network: NETWORK, hosts: ["honest:1"] });
    node.start();
    expect(await nodes.until(() => resourceTip(node) === resourceTip(growing))).to.equal(true);
    let [isAsked, release] = [false, (): void => undefined];
    const released = new Promise<void>((resolve) => (release = resolve));
    const request: Engine["request"] = async () => {
      isAsked = true;
      await released;
      throw new Error("The peer is gone. ");
    };
    await show("fake:1", fake, { request });
    await node.peers?.tracker.check("fake:1");
    expect(await nodes.until(() => isAsked)).to.equal(true);
    expect(node.peers?.sync.isFollowing).to.equal(false);
    await mine(growing, HONEST);
    expect(await nodes.until(() => resourceTip(node) === resourceTip(growing))).to.equal(true);
    release();
    await growing.ledger.store.close();
  });

  it("is refused by a definition with a checkpoint, in an import too", async () => {
    const { height, blockhash } = honest.ledger.resourceChain.tip ?? { height: 0, blockhash: "" };
    const network = { ...NETWORK, checkpoint: { height, blockhash } };
    const store = await openSqliteStore({ file: IN_MEMORY });
    const copy = await ShadowChain.open(store, network);
    await expectRejection(copy.follow(fake.ledger.store), "RESOURCE_BLOCK_CHECKPOINT", "refused");
    expect(copy.ledger.resourceChain.tip?.height).to.equal(height - 1);
    await copy.follow(honest.ledger.store);
    expect(resourceTip(copy)).to.equal(blockhash);
    expect((await Ledger.open(store, createNetwork(network))).resourceChain.tip?.height).to.equal(height);
    await store.close();
  });
});
