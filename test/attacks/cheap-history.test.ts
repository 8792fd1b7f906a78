import { expect } from "chai";
import type { Value } from "../../src/codec/value.js";
import { createIdentity } from "../../src/node/directory/identity.js";
import { devNetwork } from "../../src/node/network/dev-network.js";
import type { Node } from "../../src/node/node.js";
import { signTransaction, type SignedTransaction } from "../../src/records/transaction.js";
import { IN_MEMORY, openSqliteStore } from "../../src/store/sqlite/open.js";
import { mineNext, sealAlone } from "../support/forged-blocks.js";
import { PeerNodes } from "../support/peer-nodes.js";
import { ShadowChain } from "../support/shadow-chain.js";

const SECOND_US = 1_000_000;
/** Honest as long as it held the newest slot, it seals other blocks for that time later. */
const GENESIS = createIdentity();
const { constants } = devNetwork(GENESIS);
const NETWORK = {
  ...devNetwork(GENESIS),
  constants: {
    ...constants,
    main_chain_interval: SECOND_US,
    confirm_interval: 600 * SECOND_US,
    default_difficulty: 2n,
  },
};

describe("A holder of the newest slot that seals its past term again (PROTOCOL 15.3)", () => {
  let nodes: PeerNodes;
  let honest: Node;
  let victim: Node;
  let shadow: ShadowChain;

  beforeEach(async () => {
    nodes = new PeerNodes(1_800_000_000_000_000);
    honest = await nodes.open("honest:1", { network: NETWORK, identity: GENESIS });
    victim = await nodes.open("victim:1", { network: NETWORK, hosts: ["honest:1", "former:1"] });
    shadow = await ShadowChain.open(await openSqliteStore({ file: IN_MEMORY }), NETWORK);
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
