import { expect } from "chai";
import { ChainError } from "../../src/codec/chain-error.js";
import { canonicalJson } from "../../src/codec/canonical-json.js";
import { parseJson } from "../../src/codec/parse-json.js";
import type { Value, ValueMap } from "../../src/codec/value.js";
import { devNetwork } from "../../src/node/dev-network.js";
import { createIdentity, createKeyPair } from "../../src/node/identity.js";
import type { Node } from "../../src/node/node.js";
import { createResourceBlock } from "../../src/records/resource-block.js";
import type { NetworkDefinition } from "../../src/records/network.js";
import { signTransaction } from "../../src/records/transaction.js";
import { forwardTo } from "../support/forward-to.js";
import { PeerNodes, type Wire } from "../support/peer-nodes.js";

const START_US = 1_800_000_000_000_000;
const VALIDATOR = createIdentity();
const DEV = devNetwork(VALIDATOR);
/** Difficulty 1 takes nearly every nonce. */
const NETWORK: NetworkDefinition = { ...DEV, constants: { ...DEV.constants, default_difficulty: 2n } };

const WIRES: readonly Wire[] = ["in the process", "over HTTP"];

for (const wire of WIRES)
  describe(`fork choice, ${wire} (PROTOCOL 11)`, () => {
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
      nodes = new PeerNodes(START_US, wire);
      ours = await nodes.open("a:1", { network: NETWORK, identity: { ...VALIDATOR, peer: createKeyPair() } });
      theirs = await nodes.open("b:1", {
        network: NETWORK,
        identity: { ...VALIDATOR, peer: createKeyPair() },
      });
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

    it("takes the longer main chain in place of ours when the resource chains are the same", async () => {
      await makeBlock(ours);
      await makeBlock(theirs);
      await makeBlock(theirs);
      await connect();
      expect(await nodes.until(() => ours.ledger.tip.height === 2)).to.equal(true);
      expect(tips(ours)).to.deep.equal(tips(theirs));
    });

    it("chooses the same of two chains of one length on both sides: docs/adr/0008", async () => {
      await makeBlock(ours);
      await makeBlock(theirs);
      const [chosen] = [ours, theirs].map(({ ledger }) => ledger.tip.blockhash).sort();
      await connect();
      await theirs.peers?.tracker.check("a:1");
      const isChosen = ({ ledger }: Node): boolean => ledger.tip.blockhash === chosen;
      expect(await nodes.until(() => isChosen(ours) && isChosen(theirs))).to.equal(true);
      // Nobody goes back.
      expect(await nodes.until(() => !isChosen(ours) || !isChosen(theirs), 3_000_000)).to.equal(false);
    });

    it("takes main blocks while the last resource blocks differ, and leaves those", async () => {
      await makeBlock(theirs);
      await connect();
      expect(await nodes.until(() => ours.ledger.tip.height === 1)).to.equal(true);
      nodes.engines.delete("b:1");
      await mineBlock(ours);
      await mineBlock(theirs);
      await makeBlock(theirs);
      const resourceTip = ours.ledger.resourceChain.tip?.blockhash;
      nodes.engines.set("b:1", theirs);
      await connect();
      expect(await nodes.until(() => ours.ledger.tip.height === 2)).to.equal(true);
      expect(ours.ledger.tip.blockhash).to.equal(theirs.ledger.tip.blockhash);
      expect(ours.ledger.resourceChain.tip?.blockhash).to.equal(resourceTip);
      expect(theirs.ledger.resourceChain.tip?.blockhash).to.not.equal(resourceTip);
    });

    it("takes more resource blocks, and keeps main blocks that the peer only lacks", async () => {
      await makeBlock(theirs);
      await connect();
      expect(await nodes.until(() => ours.ledger.tip.height === 1)).to.equal(true);
      nodes.engines.delete("b:1");
      await mineBlock(ours);
      await makeBlock(ours);
      await mineBlock(theirs);
      await mineBlock(theirs);
      const mainTip = ours.ledger.tip.blockhash;
      const heights: number[] = [];
      ours.onBlock(({ height }) => heights.push(height));
      nodes.engines.set("b:1", theirs);
      await connect();
      expect(await nodes.until(() => ours.ledger.resourceChain.tip?.height === 2)).to.equal(true);
      expect(tips(ours)).to.deep.equal([mainTip, theirs.ledger.resourceChain.tip?.blockhash]);
      expect(heights).to.deep.equal([]);
    });

    it("makes them again when they went by resource blocks that give way", async () => {
      await makeBlock(theirs);
      await connect();
      expect(await nodes.until(() => ours.ledger.tip.height === 1)).to.equal(true);
      nodes.engines.delete("b:1");
      await mineBlock(ours);
      await mineBlock(theirs);
      await mineBlock(theirs);
      await nodes.clock.advance(NETWORK.constants.confirm_interval + 1_000_000);
      await makeBlock(ours);
      const madeAgain: number[] = [];
      ours.onBlock(({ height }) => madeAgain.push(height));
      nodes.engines.set("b:1", theirs);
      await connect();
      expect(await nodes.until(() => ours.ledger.resourceChain.tip?.height === 2)).to.equal(true);
      expect(await nodes.until(() => madeAgain.length > 0)).to.equal(true);
      expect(madeAgain).to.deep.equal([2]);
    });

    it("tells how far it is while it fetches, also what is to replace ours", async () => {
      await makeBlock(ours);
      for (let height = 1; height <= 3; height += 1) await makeBlock(theirs);
      const targets = new Set<number>();
      const watched = forwardTo(() => theirs, {
        request(input) {
          const progress = ours.peers?.sync.progress() ?? null;
          if (progress !== null) targets.add(progress.target);
          return theirs.request(input);
        },
      });
      nodes.engines.set("b:1", watched);
      await connect();
      expect(await nodes.until(() => ours.ledger.tip.height === 3)).to.equal(true);
      expect(targets.has(3)).to.equal(true);
      expect(await nodes.until(() => ours.peers?.sync.progress() === null)).to.equal(true);
    });

    it("follows another one when the peer with the longest chain does not give it", async () => {
      await makeBlock(theirs);
      const other = await nodes.open("c:1", { network: NETWORK });
      const boaster = forwardTo(() => other, {
        async round(query) {
          const round = await theirs.round(query);
          return new Map([...(round as ValueMap), ["sync_limit", 1_000_000n]]);
        },
      });
      nodes.engines.set("c:1", boaster);
      await ours.peers?.tracker.check("c:1");
      await connect();
      expect(await nodes.until(() => ours.ledger.tip.height === 1)).to.equal(true);
      expect(ours.ledger.tip.blockhash).to.equal(theirs.ledger.tip.blockhash);
    });

    it("keeps ours against resource blocks that name main blocks which do not come", async () => {
      await makeBlock(ours);
      await mineBlock(ours);
      await makeBlock(ours);
      await makeBlock(theirs);
      await mineBlock(theirs);
      await mineBlock(theirs);
      const isAsked = { forMainBlocks: false };
      const forged = forwardTo(() => theirs, {
        async request(input) {
          const answer = await theirs.request(input);
          if ("value" in answer) return answer;
          let json = "";
          for await (const piece of typeof answer.json === "string" ? [answer.json] : answer.json)
            json += piece;
          isAsked.forMainBlocks ||= json.includes('"universal_updates"');
          return { json: json.replaceAll('"main_height":1', '"main_height":9') };
        },
      });
      nodes.engines.set("b:1", forged);
      const before = tips(ours);
      await connect();
      expect(await nodes.until(() => isAsked.forMainBlocks)).to.equal(true);
      expect(await nodes.until(() => tips(ours).join() !== before.join(), 3_000_000)).to.equal(false);
    });

    it("does not take ours again from a peer that says it were another one", async () => {
      await makeBlock(ours);
      await makeBlock(ours);
      const other = `00000000000001${"0".repeat(64)}`;
      let summaries = 0;
      const liar = forwardTo(() => ours, {
        peer: (query) => theirs.peer(query),
        async round(query) {
          return parseJson(
            canonicalJson(await ours.round(query)).replace(/"blockhash":"[^"]*"/, `"blockhash":"${other}"`),
          );
        },
        async request(input) {
          const answer = await ours.request(input);
          if (!("json" in answer) || typeof answer.json !== "string") return answer;
          // It lies until it is asked for the blocks.
          const isLie = answer.json.startsWith('{"height"') || (summaries += 1) % 2 === 1;
          return {
            json: isLie
              ? answer.json.replaceAll(/"blockhash":"[^"]*"/g, `"blockhash":"${other}"`)
              : answer.json,
          };
        },
      });
      nodes.engines.set("b:1", liar);
      let taken = 0;
      ours.onBlock(() => (taken += 1));
      await connect();
      expect(await nodes.until(() => summaries > 1)).to.equal(true);
      expect(await nodes.until(() => taken > 0, 3_000_000)).to.equal(false);
    });

    it("keeps ours as it was when the longer chain breaks a rule, and leaves the peer alone", async () => {
      await makeBlock(ours);
      await mineBlock(ours);
      await makeBlock(theirs);
      await mineBlock(theirs);
      await mineBlock(theirs);
      // The second resource block is replaced by one without work.
      const last = theirs.ledger.resourceChain.tip?.blockhash ?? "";
      const forged = forwardTo(() => theirs, {
        async request(input) {
          const answer = await theirs.request(input);
          if ("value" in answer) return answer;
          let json = "";
          for await (const piece of typeof answer.json === "string" ? [answer.json] : answer.json)
            json += piece;
          return { json: json.replaceAll(last, last.slice(0, 14) + "f".repeat(64)) };
        },
      });
      nodes.engines.set("b:1", forged);
      const before = tips(ours);
      await connect();
      expect(await nodes.until(() => ours.peers?.tracker.peers.size === 0)).to.equal(true);
      expect(tips(ours)).to.deep.equal(before);
      expect(ours.peers?.tracker.offer("b:1")).to.equal(false);
      await makeBlock(ours);
      expect(ours.ledger.tip.height).to.equal(2);
    });
  });
