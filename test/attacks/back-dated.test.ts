import { expect } from "chai";
import type { Value } from "../../src/codec/value.js";
import { createIdentity } from "../../src/node/directory/identity.js";
import { devNetwork } from "../../src/node/network/dev-network.js";
import type { Node } from "../../src/node/node.js";
import { signTransaction } from "../../src/records/transaction.js";
import type { MainBlockSummary } from "../../src/store/store.js";
import { IN_MEMORY, openSqliteStore } from "../../src/store/sqlite/open.js";
import { mineNext } from "../support/forged-blocks.js";
import { PeerNodes } from "../support/peer-nodes.js";
import { ShadowChain } from "../support/shadow-chain.js";

const SECOND_US = 1_000_000;
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

describe("An outsider that mines a resource block of the past (PROTOCOL 15.9)", () => {
  let nodes: PeerNodes;
  let honest: Node;
  let shadow: ShadowChain;

  beforeEach(async () => {
    nodes = new PeerNodes(1_800_000_000_000_000);
    honest = await nodes.open("honest:1", { network: NETWORK, identity: GENESIS, hosts: ["outsider:1"] });
    shadow = await ShadowChain.open(await openSqliteStore({ file: IN_MEMORY }), NETWORK);
    honest.start();
    await makeBlock("Genesis", ["network_address", honest.ledger.network.networkAddress]);
  });
  afterEach(async () => {
    await nodes.stop();
    await shadow.ledger.store.close();
  });

  async function makeBlock(
    type: string,
    ...members: (readonly [string, Value])[]
  ): Promise<MainBlockSummary> {
    const { height } = honest.ledger.tip;
    const timestamp = BigInt(nodes.clock.nowUs());
    const transaction = new Map<string, Value>([["type", type], ["timestamp", timestamp], ...members]);
    await honest.submit(signTransaction(transaction, GENESIS.node.privateKey));
    expect(await nodes.until(() => honest.ledger.tip.height > height)).to.equal(true);
    return honest.ledger.tip;
  }
  /** Mines a resource block on the honest chain and offers it. */
  async function offer(timestamp: number, named: MainBlockSummary): Promise<void> {
    await shadow.follow(honest.ledger.store);
    const block = await mineNext(shadow.ledger, {
      timestamp,
      main_height: named.height,
      main_blockhash: named.blockhash,
      validator: GENESIS.node.address,
      miner: createIdentity().owner,
    });
    await shadow.ledger.resourceChain.commit(block, nodes.clock.nowUs(), { isTentative: true });
    const outsider = await nodes.open("hidden:1", { network: NETWORK });
    nodes.engines.set(
      "outsider:1",
      shadow.engine(
        () => outsider,
        () => nodes.clock.nowUs(),
      ),
    );
  }
  const isTaken = (): Promise<boolean> =>
    nodes.until(() => honest.ledger.resourceChain.tip !== null, 10 * SECOND_US);

  it("is not followed when earlier main blocks would have had to pay for its block", async () => {
    const first = honest.ledger.tip;
    await nodes.clock.advance(1000 * SECOND_US);
    await makeBlock("Oracle", ["code", "{}"]);
    await offer(first.s_timestamp + 2 * SECOND_US, first);
    expect(await isTaken()).to.equal(false);
    expect(honest.peers?.sync.refusedBlocks.map(({ code, height }) => [code, height])).to.deep.equal([
      ["RESOURCE_BLOCK_PAST", 1],
    ]);
    // The outsider stays a peer: a node without this rule may offer such a block in good faith.
    expect([...(honest.peers?.tracker.peers.values() ?? [])].map(({ host }) => host)).to.deep.equal([
      "outsider:1",
    ]);
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
