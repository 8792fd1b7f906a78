import { expect } from "chai";
import { canonicalJson } from "../../src/codec/canonical-json.js";
import { isMap, type Value } from "../../src/codec/value.js";
import type { Engine } from "../../src/api/engine.js";
import type { Node } from "../../src/node/node.js";
import { signTransaction, type SignedTransaction } from "../../src/records/transaction.js";
import type { MainBlockSummary } from "../../src/store/store.js";
import { mineNext, sealAlone } from "../support/forged-blocks.js";
import { forwardTo } from "../support/forward-to.js";
import { PeerNodes } from "../support/peer-nodes.js";
import type { ShadowChain } from "../support/shadow-chain.js";
import { testIdentity } from "../support/keys.js";
import { GENESIS, NETWORK, SECOND_US } from "./attacked-network.js";

/** What the outsider shows in place of its own chain, which its engine shows. */
type Disguise = (shown: Engine) => Partial<Engine>;

describe("An outsider that mines a resource block of the past (PROTOCOL 15.9)", () => {
  let nodes: PeerNodes;
  let honest: Node;
  let shadow: ShadowChain;

  beforeEach(async () => {
    nodes = new PeerNodes(1_800_000_000_000_000);
    honest = await nodes.open("honest:1", { network: NETWORK, identity: GENESIS, hosts: ["outsider:1"] });
    shadow = await nodes.openShadow(NETWORK);
    honest.start();
    await makeBlock("Genesis", ["network_address", honest.ledger.network.networkAddress]);
  });
  afterEach(async () => {
    await nodes.stop();
    await shadow.ledger.store.close();
  });

  function signed(type: string, ...members: (readonly [string, Value])[]): SignedTransaction {
    const timestamp = BigInt(nodes.clock.nowUs());
    const transaction = new Map<string, Value>([["type", type], ["timestamp", timestamp], ...members]);
    return signTransaction(transaction, GENESIS.node.privateKey);
  }
  async function makeBlock(
    type: string,
    ...members: (readonly [string, Value])[]
  ): Promise<MainBlockSummary> {
    const { height } = honest.ledger.tip;
    await honest.submit(signed(type, ...members));
    expect(await nodes.until(() => honest.ledger.tip.height > height)).to.equal(true);
    return honest.ledger.tip;
  }
  /** A main block dated more than a confirm interval after the last one. */
  async function makeLateBlock(): Promise<MainBlockSummary> {
    await nodes.clock.advance(1000 * SECOND_US);
    return makeBlock("Oracle", ["code", "{}"]);
  }
  /** Mines a resource block on a copy of the honest chain that ends at this height, or is whole. */
  async function mine(timestamp: number, named: MainBlockSummary, to?: number): Promise<void> {
    await shadow.follow(honest.ledger.store, to === undefined ? {} : { to });
    const block = await mineNext(shadow.ledger, {
      timestamp,
      main_height: named.height,
      main_blockhash: named.blockhash,
      validator: GENESIS.node.address,
      miner: testIdentity("outsider").owner,
    });
    await shadow.ledger.resourceChain.commit(block, nodes.clock.nowUs(), { isTentative: true });
  }
  /** Mines it and offers it to the others. */
  async function offer(
    timestamp: number,
    named: MainBlockSummary,
    { to, disguise = () => ({}) }: { to?: number; disguise?: Disguise } = {},
  ): Promise<void> {
    await mine(timestamp, named, to);
    const outsider = await nodes.open("hidden:1", { network: NETWORK });
    const shown = shadow.engine(
      () => outsider,
      () => nodes.clock.nowUs(),
    );
    nodes.engines.set(
      "outsider:1",
      forwardTo(() => shown, disguise(shown)),
    );
  }
  const isTaken = ({ ledger } = honest): Promise<boolean> =>
    nodes.until(() => ledger.resourceChain.tip !== null);
  const refusals = ({ peers } = honest): readonly string[] =>
    peers?.sync.refusedBlocks.map(({ code, height }) => `${code} ${height}`) ?? [];

  it("is not followed when earlier main blocks would have had to pay for its block", async () => {
    const first = honest.ledger.tip;
    await makeLateBlock();
    await offer(first.s_timestamp + 2 * SECOND_US, first);
    expect(await isTaken()).to.equal(false);
    expect(refusals()).to.deep.equal(["RESOURCE_BLOCK_PAST 1"]);
    // The outsider stays a peer: a node without this rule may offer such a block in good faith.
    expect([...(honest.peers?.tracker.peers.values() ?? [])].map(({ host }) => host)).to.deep.equal([
      "outsider:1",
    ]);
  });

  it("is not followed when it claims a main block after the one that its block names", async () => {
    const first = honest.ledger.tip;
    const named = await makeLateBlock();
    const claimOneMore: Disguise = (shown) => ({
      async round(query) {
        const round = await shown.round(query);
        if (!isMap(round) || query.chain_type === "resource") return round;
        return new Map([...round, ["sync_limit", BigInt(named.height + 1)]]);
      },
    });
    await offer(first.s_timestamp + 2 * SECOND_US, named, { disguise: claimOneMore });
    expect(await isTaken()).to.equal(false);
    expect(new Set(refusals())).to.deep.equal(new Set(["RESOURCE_BLOCK_PAST 1"]));
  });

  it("does not part a node that is one main block behind from the others", async () => {
    const first = honest.ledger.tip;
    const named = await makeLateBlock();
    const behind = await nodes.open("behind:1", { network: NETWORK, hosts: ["honest:1", "outsider:1"] });
    behind.start();
    expect(await nodes.until(() => behind.ledger.tip.height === named.height)).to.equal(true);
    // It hears of the others' next block through the outsider alone.
    nodes.engines.delete("honest:1");
    const next = await makeBlock("Oracle", ["code", "[]"]);
    const showBoth: Disguise = (shown) => ({
      round: (query) => (query.chain_type === "resource" ? shown : honest).round(query),
      request: (input) => {
        const isResource = /Resource/.test(canonicalJson(input.request ?? null));
        return (isResource ? shown : honest).request(input);
      },
    });
    const timestamp = first.s_timestamp + 2 * SECOND_US;
    await offer(timestamp, named, { to: named.height, disguise: showBoth });
    expect(await isTaken(behind)).to.equal(false);
    expect(new Set(refusals(behind))).to.deep.equal(new Set(["RESOURCE_BLOCK_PAST 1"]));
    nodes.engines.set("honest:1", honest);
    const isNext = (): boolean => behind.ledger.tip.blockhash === next.blockhash;
    expect(await nodes.until(isNext, 90 * SECOND_US)).to.equal(true);
  });

  it("is followed when the next main block was made after its block, as by a node without this rule", async () => {
    const first = honest.ledger.tip;
    const named = await makeLateBlock();
    nodes.engines.delete("honest:1");
    await offer(first.s_timestamp + 2 * SECOND_US, named, { to: named.height });
    const s_timestamp = named.s_timestamp + 2 * SECOND_US;
    const { privateKey } = GENESIS.node;
    await sealAlone(shadow.ledger, signed("Oracle", ["code", "[]"]), { s_timestamp, privateKey });
    await nodes.clock.advance(2 * SECOND_US);
    const late = await nodes.open("late:1", { network: NETWORK, hosts: ["outsider:1"] });
    late.start();
    const isWhole = (): boolean => late.ledger.tip.blockhash === shadow.ledger.tip.blockhash;
    expect(await nodes.until(isWhole)).to.equal(true);
    expect(late.ledger.resourceChain.tip?.height).to.equal(1);
    expect(refusals(late)).to.deep.equal([]);
  });

  it("does not keep a current block from being taken, nor a new node from taking the chain", async () => {
    const first = honest.ledger.tip;
    await offer(nodes.clock.nowUs() + SECOND_US, first);
    expect(await isTaken()).to.equal(true);
    const late = await nodes.open("late:1", { network: NETWORK, hosts: ["honest:1"] });
    late.start();
    await nodes.until(() => late.ledger.resourceChain.tip !== null);
    expect(late.ledger.resourceChain.tip?.blockhash).to.equal(honest.ledger.resourceChain.tip?.blockhash);
  });
});
