import { expect } from "chai";
import { isMap, type Value } from "../../src/codec/value.js";
import { passed } from "../../src/base/clock/clock.js";
import type { Engine } from "../../src/api/engine.js";
import type { Node } from "../../src/node/node.js";
import { createResourceBlock, receiptsToText } from "../../src/records/resource-block.js";
import { signTransaction, type SignedTransaction } from "../../src/records/transaction.js";
import { forwardTo } from "../support/forward-to.js";
import { mineNext, sealAlone } from "../support/forged-blocks.js";
import { PeerNodes } from "../support/peer-nodes.js";
import type { ShadowChain } from "../support/shadow-chain.js";
import { GENESIS, NETWORK, SECOND_US } from "./attacked-network.js";

/** Honest as long as it held the newest slot, `GENESIS` seals other blocks for that time later. */
describe("A holder of the newest slot that seals its past term again (PROTOCOL 15.3)", () => {
  let nodes: PeerNodes;
  let honest: Node;
  let victim: Node;
  let shadow: ShadowChain;

  beforeEach(async () => {
    nodes = new PeerNodes(1_800_000_000_000_000);
    honest = await nodes.open("honest:1", { network: NETWORK, identity: GENESIS });
    victim = await nodes.open("victim:1", { network: NETWORK, hosts: ["honest:1", "former:1"] });
    shadow = await nodes.openShadow(NETWORK);
    for (const node of [honest, victim]) node.start();
    await honest.submit(
      sign("Genesis", nodes.clock.nowUs(), ["network_address", honest.ledger.network.networkAddress]),
    );
    await nodes.until(() => victim.ledger.tip.height === 1);
    await shadow.follow(honest.ledger.store);
  });
  afterEach(async () => {
    await nodes.stop();
    await shadow.ledger.store.close();
  });

  function sign(
    type: string,
    timestamp: number,
    ...members: (readonly [string, Value])[]
  ): SignedTransaction {
    const transaction = new Map<string, Value>([
      ["type", type],
      ["timestamp", BigInt(timestamp)],
      ...members,
    ]);
    return signTransaction(transaction, GENESIS.node.privateKey);
  }
  const oracle = (timestamp: number): SignedTransaction => sign("Oracle", timestamp, ["code", "{}"]);
  /** The honest node makes blocks, a second each. */
  async function makeBlocks(count: number): Promise<void> {
    for (let block = 0; block < count; block += 1) {
      const { height } = honest.ledger.tip;
      await honest.submit(oracle(nodes.clock.nowUs()));
      await nodes.until(() => victim.ledger.tip.height > height && honest.ledger.tip.height > height);
    }
  }
  /** The former holder makes blocks on block 1, dated as early as possible, and offers them. */
  async function makeHistory(count: number): Promise<void> {
    const { ledger } = shadow;
    for (let block = 0; block < count; block += 1) {
      const s_timestamp = ledger.tip.s_timestamp + SECOND_US;
      await sealAlone(ledger, oracle(s_timestamp), { s_timestamp, privateKey: GENESIS.node.privateKey });
    }
    const former = await nodes.open("hidden:1", { network: NETWORK });
    nodes.engines.set(
      "former:1",
      shadow.engine(
        () => former,
        () => nodes.clock.nowUs(),
      ),
    );
  }
  /** Adds a resource block without work to the shown chain. It names a main block that does not exist. */
  async function announceWithoutWork(): Promise<void> {
    const { store, tip, resourceChain } = shadow.ledger;
    const content = {
      height: 1,
      previous_blockhash: "",
      difficulty: await resourceChain.nextDifficulty(),
      timestamp: nodes.clock.nowUs(),
      main_height: tip.height + 1,
      main_blockhash: tip.blockhash,
      validator: GENESIS.node.address,
      miner: GENESIS.node.address,
      receipts: new Map(),
    };
    const block = createResourceBlock(content, "0");
    await store.commitResourceBlock({ ...block, receipts: receiptsToText(block.receipts), receipt_count: 0 });
  }
  /** The former holder answers with summaries at once, and with whole blocks from a time on. */
  function delayMainBlocks(fromUs: number): void {
    const engine = nodes.engines.get("former:1");
    if (engine === undefined) throw new Error("The former holder shows no chain.");
    const request: Engine["request"] = async (input) => {
      const members = isMap(input.request) ? input.request : new Map<string, Value>();
      if (members.get("full") === true) await passed(nodes.clock, fromUs - nodes.clock.nowUs());
      return engine.request(input);
    };
    nodes.engines.set(
      "former:1",
      forwardTo(() => engine, { request }),
    );
  }

  it("does not undo what was committed 15 seconds ago, however long its branch is", async () => {
    await makeBlocks(6);
    await nodes.until(() => false, 15 * SECOND_US);
    const { blockhash } = honest.ledger.tip;
    await makeHistory(7);
    expect(await nodes.until(() => victim.ledger.tip.height === 8, 12 * SECOND_US)).to.equal(false);
    expect(victim.ledger.tip.blockhash).to.equal(blockhash);
    const waiting = victim.peers?.sync.waitingBranches ?? [];
    expect(waiting.map(({ host, common, height }) => [host, common, height])).to.deep.equal([
      ["former:1", 1, 8],
    ]);
    // The node continues with the chain of the others.
    await makeBlocks(3);
    expect(victim.ledger.tip).to.deep.equal(honest.ledger.tip);
  });

  it("does not undo it with a resource block that names a main block beyond its branch", async () => {
    await makeBlocks(6);
    await nodes.until(() => false, 15 * SECOND_US);
    const { blockhash } = honest.ledger.tip;
    await makeHistory(7);
    await announceWithoutWork();
    expect(await nodes.until(() => victim.ledger.tip.height === 8, 12 * SECOND_US)).to.equal(false);
    expect(victim.ledger.tip.blockhash).to.equal(blockhash);
    await makeBlocks(3);
    expect(victim.ledger.tip).to.deep.equal(honest.ledger.tip);
  });

  it("does not undo what becomes 15 seconds old while the branch is fetched", async () => {
    await makeBlocks(1);
    const settledUs = nodes.clock.nowUs() + 15 * SECOND_US;
    await makeBlocks(5);
    const { blockhash } = honest.ledger.tip;
    await nodes.until(() => false, settledUs - 2 * SECOND_US - nodes.clock.nowUs());
    await makeHistory(7);
    delayMainBlocks(settledUs);
    expect(await nodes.until(() => victim.ledger.tip.height === 8, 12 * SECOND_US)).to.equal(false);
    expect(victim.ledger.tip.blockhash).to.equal(blockhash);
  });

  it("is followed once its resource chain is better, so that nodes that differ agree again", async () => {
    await makeBlocks(6);
    await nodes.until(() => false, 15 * SECOND_US);
    await makeHistory(2);
    const { tip } = shadow.ledger;
    const block = await mineNext(shadow.ledger, {
      timestamp: nodes.clock.nowUs(),
      main_height: tip.height,
      main_blockhash: tip.blockhash,
      validator: GENESIS.node.address,
      miner: GENESIS.node.address,
    });
    await shadow.ledger.resourceChain.commit(block, nodes.clock.nowUs());
    expect(await nodes.until(() => victim.ledger.tip.blockhash === tip.blockhash)).to.equal(true);
  });
});
