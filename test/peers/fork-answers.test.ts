import { expect } from "chai";
import { canonicalJson } from "../../src/codec/canonical-json.js";
import { parseJson } from "../../src/codec/parse-json.js";
import type { ValueMap } from "../../src/codec/value.js";
import type { RequestInput } from "../../src/api/engine.js";
import type { Node } from "../../src/node/node.js";
import { forwardTo } from "../support/forward-to.js";
import type { PeerNodes } from "../support/peer-nodes.js";
import { FORK_NETWORK, ForkPair, tipsOf, WIRES } from "./fork-pair.js";

/** A node's answer as one text. */
async function jsonOf(node: Node, input: RequestInput): Promise<string> {
  const answer = await node.request(input);
  if ("value" in answer) return canonicalJson(answer.value);
  let json = "";
  for await (const piece of typeof answer.json === "string" ? [answer.json] : answer.json) json += piece;
  return json;
}

for (const wire of WIRES)
  describe(`Fork choice by a peer's answers, ${wire} (PROTOCOL 11.1, 11.2, 11.3, 11.4, 11.5)`, () => {
    let pair: ForkPair;
    let nodes: PeerNodes;
    let ours: Node;
    let theirs: Node;

    beforeEach(async () => {
      pair = await ForkPair.open(wire);
      ({ nodes, ours, theirs } = pair);
    });
    afterEach(() => nodes.stop());

    it("reports its progress while it fetches, including a branch that replaces its own", async () => {
      await pair.makeBlock(ours);
      for (let height = 1; height <= 3; height += 1) await pair.makeBlock(theirs);
      const targets = new Set<number>();
      const watched = forwardTo(() => theirs, {
        request(input) {
          const progress = ours.peers?.sync.progress() ?? null;
          if (progress !== null) targets.add(progress.target);
          return theirs.request(input);
        },
      });
      await pair.meet(watched);
      expect(await nodes.until(() => ours.ledger.tip.height === 3)).to.equal(true);
      expect(targets.has(3)).to.equal(true);
      expect(await nodes.until(() => ours.peers?.sync.progress() === null)).to.equal(true);
    });

    it("follows another peer when the one with the longest chain does not deliver it, and judges itself by the median height (PROTOCOL 11.1)", async () => {
      await pair.makeBlock(theirs);
      const other = await nodes.open("c:1", { network: FORK_NETWORK });
      const heights = new Set<string>();
      const boaster = forwardTo(() => other, {
        async round(query) {
          const round = await theirs.round(query);
          return new Map([...(round as ValueMap), ["sync_limit", 1_000_000n]]);
        },
        // The claim counts from here on, until the blocks do not come.
        request(input) {
          heights.add(`${ours.peers?.sync.bestHeight} ${ours.peers?.sync.medianHeight("main")}`);
          return other.request(input);
        },
      });
      nodes.engines.set("c:1", boaster);
      await ours.peers?.tracker.check("c:1");
      await pair.connect();
      expect(await nodes.until(() => ours.ledger.tip.height === 1)).to.equal(true);
      expect(ours.ledger.tip.blockhash).to.equal(theirs.ledger.tip.blockhash);
      // Both peers have answered by the next claim.
      expect(await nodes.until(() => heights.has("1000000 1"))).to.equal(true);
    });

    it("keeps its chain when resource blocks name main blocks that never arrive", async () => {
      await pair.makeBlock(ours);
      await pair.mineBlock(ours);
      await pair.makeBlock(ours);
      await pair.makeBlock(theirs);
      await pair.mineBlock(theirs);
      await pair.mineBlock(theirs);
      const isAsked = { forMainBlocks: false };
      const forged = forwardTo(() => theirs, {
        async request(input) {
          const json = await jsonOf(theirs, input);
          isAsked.forMainBlocks ||= json.includes('"universal_updates"');
          return { json: json.replaceAll('"main_height":1', '"main_height":9') };
        },
      });
      nodes.engines.set("b:1", forged);
      const before = tipsOf(ours);
      await pair.connect();
      expect(await nodes.until(() => isAsked.forMainBlocks)).to.equal(true);
      expect(await nodes.until(() => tipsOf(ours).join() !== before.join(), 3_000_000)).to.equal(false);
    });

    it("does not take its own chain again from a peer that presents it as another one", async () => {
      await pair.makeBlock(ours);
      await pair.makeBlock(ours);
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
      await pair.connect();
      expect(await nodes.until(() => summaries > 1)).to.equal(true);
      expect(await nodes.until(() => taken > 0, 3_000_000)).to.equal(false);
    });

    it("keeps its chain unchanged when the longer chain breaks a rule, and sets the peer aside", async () => {
      await pair.makeBlock(ours);
      await pair.mineBlock(ours);
      await pair.makeBlock(theirs);
      await pair.mineBlock(theirs);
      await pair.mineBlock(theirs);
      // The second resource block is replaced by one without work.
      const last = theirs.ledger.resourceChain.tip?.blockhash ?? "";
      const forged = forwardTo(() => theirs, {
        async request(input) {
          const json = await jsonOf(theirs, input);
          return { json: json.replaceAll(last, last.slice(0, 14) + "f".repeat(64)) };
        },
      });
      nodes.engines.set("b:1", forged);
      const before = tipsOf(ours);
      await pair.connect();
      expect(await nodes.until(() => ours.peers?.tracker.peers.size === 0)).to.equal(true);
      expect(tipsOf(ours)).to.deep.equal(before);
      expect(ours.peers?.tracker.offer("b:1")).to.equal(false);
      await pair.makeBlock(ours);
      expect(ours.ledger.tip.height).to.equal(2);
    });
  });
