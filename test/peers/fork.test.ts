import { expect } from "chai";
import { ChainError } from "../../src/codec/chain-error.js";
import type { Value } from "../../src/codec/value.js";
import { devNetwork } from "../../src/node/dev-network.js";
import type { Engine } from "../../src/node/engine.js";
import { createIdentity, createKeyPair } from "../../src/node/identity.js";
import type { Node } from "../../src/node/node.js";
import { createResourceBlock } from "../../src/records/resource-block.js";
import type { NetworkDefinition } from "../../src/records/network.js";
import { signTransaction } from "../../src/records/transaction.js";
import { PeerNodes } from "../support/peer-nodes.js";

const START_US = 1_800_000_000_000_000;
const VALIDATOR = createIdentity();
const DEV = devNetwork(VALIDATOR);
/** Difficulty 1 takes nearly every nonce. */
const NETWORK: NetworkDefinition = { ...DEV, constants: { ...DEV.constants, default_difficulty: 2n } };

describe("fork choice (PROTOCOL 11)", () => {
  let nodes: PeerNodes;
  /** Two nodes that were given the validator's key, so that each makes a chain of its own. */
  let ours: Node;
  let theirs: Node;

  /** A block with a transaction of the validator's. */
  async function makeBlock(node: Node): Promise<void> {
    const { height, s_timestamp } = node.ledger.tip;
    const timestamp = BigInt(Math.max(nodes.clock.nowUs(), s_timestamp + 1));
    const { networkAddress } = node.ledger.network;
    const transaction = new Map<string, Value>(
      height === 0
        ? [
            ["type", "Genesis"],
            ["timestamp", timestamp],
            ["network_address", networkAddress],
          ]
        : [
            ["type", "Oracle"],
            ["timestamp", timestamp],
            ["code", node.identity.peer.address],
          ],
    );
    await node.submit(signTransaction(transaction, VALIDATOR.node.privateKey));
    expect(await nodes.until(() => node.ledger.tip.height > height)).to.equal(true);
  }

  /** A resource block on a node's main tip. */
  async function mineBlock(node: Node): Promise<void> {
    const { tip, resourceChain } = node.ledger;
    const height = (resourceChain.tip?.height ?? 0) + 1;
    await nodes.clock.advance(1_000_000);
    for (let nonce = 0; (resourceChain.tip?.height ?? 0) < height; nonce += 1) {
      const block = createResourceBlock(
        {
          height,
          previous_blockhash: resourceChain.tip?.blockhash ?? "",
          timestamp: nodes.clock.nowUs(),
          difficulty: await resourceChain.nextDifficulty(),
          main_height: tip.height,
          main_blockhash: tip.blockhash,
          validator: VALIDATOR.node.address,
          miner: node.identity.peer.address,
          receipts: new Map(),
        },
        String(nonce),
      );
      try {
        await resourceChain.commit(block, nodes.clock.nowUs());
      } catch (error) {
        if (!(error instanceof ChainError) || error.code !== "PROOF_OF_WORK") throw error;
      }
    }
  }

  const tips = (node: Node): readonly unknown[] => [
    node.ledger.tip.blockhash,
    node.ledger.resourceChain.tip?.blockhash,
  ];
  const connect = (): Promise<unknown> => Promise.resolve(ours.peers?.tracker.check("b:1"));

  beforeEach(async () => {
    nodes = new PeerNodes(START_US);
    ours = await nodes.open("a:1", { network: NETWORK, identity: { ...VALIDATOR, peer: createKeyPair() } });
    theirs = await nodes.open("b:1", { network: NETWORK, identity: { ...VALIDATOR, peer: createKeyPair() } });
    ours.start();
    theirs.start();
  });
  afterEach(() => nodes.stop());

  it("follows a chain that goes on from ours", async () => {
    await makeBlock(theirs);
    await mineBlock(theirs);
    await makeBlock(theirs);
    await connect();
    expect(await nodes.until(() => ours.ledger.tip.height === 2)).to.equal(true);
    expect(tips(ours)).to.deep.equal(tips(theirs));
  });

  it("takes another chain with more resource blocks in place of ours", async () => {
    await makeBlock(ours);
    await mineBlock(ours);
    await makeBlock(ours);
    await makeBlock(theirs);
    await mineBlock(theirs);
    await mineBlock(theirs);
    await connect();
    expect(await nodes.until(() => ours.ledger.resourceChain.tip?.height === 2)).to.equal(true);
    expect(tips(ours)).to.deep.equal(tips(theirs));
  });

  it("keeps ours against one with fewer resource blocks, however many main blocks it has", async () => {
    await makeBlock(ours);
    await mineBlock(ours);
    for (let height = 1; height <= 3; height += 1) await makeBlock(theirs);
    const before = tips(ours);
    await connect();
    expect(await nodes.until(() => ours.ledger.tip.height > 1, 3_000_000)).to.equal(false);
    expect(tips(ours)).to.deep.equal(before);
  });

  it("keeps ours as it was when the longer chain breaks a rule, and leaves the peer alone", async () => {
    await makeBlock(ours);
    await mineBlock(ours);
    await makeBlock(theirs);
    await mineBlock(theirs);
    await mineBlock(theirs);
    // The second resource block is replaced by one without work.
    const last = theirs.ledger.resourceChain.tip?.blockhash ?? "";
    const forged: Pick<Engine, "peer" | "round" | "request"> = {
      peer: (query) => theirs.peer(query),
      round: (query) => theirs.round(query),
      async request(query) {
        const answer = await theirs.request(query);
        if ("value" in answer) return answer;
        let json = "";
        for await (const piece of typeof answer.json === "string" ? [answer.json] : answer.json)
          json += piece;
        return { json: json.replaceAll(last, last.slice(0, 14) + "f".repeat(64)) };
      },
    };
    nodes.engines.set("b:1", forged as Engine);
    const before = tips(ours);
    await connect();
    expect(await nodes.until(() => ours.peers?.tracker.peers.size === 0)).to.equal(true);
    expect(tips(ours)).to.deep.equal(before);
    expect(ours.peers?.tracker.offer("b:1")).to.equal(false);
    await makeBlock(ours);
    expect(ours.ledger.tip.height).to.equal(2);
  });
});
