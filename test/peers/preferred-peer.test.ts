import { expect } from "chai";
import { isMap, type Value } from "../../src/codec/value.js";
import type { Engine, RoundQuery } from "../../src/api/engine.js";
import type { Node } from "../../src/node/node.js";
import type { PeerNodes } from "../support/peer-nodes.js";
import { withRules } from "../support/with-rules.js";
import { FORK_NETWORK, ForkPair, tipsOf } from "./fork-pair.js";

for (const rules of [1, 2] as const)
  describe(`Peers on both branches of a fork, rules ${rules} (PROTOCOL 11.8)`, () => {
    let pair: ForkPair;
    let nodes: PeerNodes;
    let ours: Node;
    let theirs: Node;
    let behind: Node;

    beforeEach(async () => {
      pair = await ForkPair.open("in the process", withRules(FORK_NETWORK, rules));
      ({ nodes, ours, theirs } = pair);
      behind = await pair.partFromThird();
      await pair.makeBlock(ours);
      await pair.makeBlock(theirs);
    });
    afterEach(() => nodes.stop());

    /** Shows both other nodes, in turn the first one. */
    async function meet(hosts: readonly (readonly [string, Engine])[]): Promise<void> {
      // A peer's block counts once it is due (PROTOCOL 15.1).
      await nodes.clock.advance(1_000_000);
      for (const [host, node] of hosts) nodes.engines.set(host, node);
      await Promise.all(hosts.map(async ([host]) => ours.peers?.tracker.check(host)));
    }

    for (const isTheirsFirst of [true, false])
      it(`a node takes the resource block of the one that undoes no main block, shown ${isTheirsFirst ? "last" : "first"}`, async () => {
        await pair.mineBlock(theirs);
        await pair.mineBlock(behind);
        const mainTip = ours.ledger.tip.blockhash;
        const heights: number[] = [];
        ours.onBlock(({ height }) => heights.push(height));
        const hosts = [["b:1", theirs] as const, ["c:1", behind] as const];
        await meet(isTheirsFirst ? hosts : hosts.toReversed());
        expect(await nodes.until(() => ours.ledger.resourceChain.tip !== null)).to.equal(true);
        expect(tipsOf(ours)).to.deep.equal([mainTip, behind.ledger.resourceChain.tip?.blockhash]);
        expect(heights).to.deep.equal([]);
      });

    it("a node is kept on its own branch by no peer that announces blocks and gives none", async () => {
      await pair.mineBlock(theirs);
      await meet([
        ["c:1", announcing(behind)],
        ["b:1", theirs],
      ]);
      expect(await nodes.until(() => ours.ledger.resourceChain.tip !== null, 5_000_000)).to.equal(true);
      expect(tipsOf(ours)).to.deep.equal(tipsOf(theirs));
    });

    it("a node takes the branch that has more resource blocks, also where another peer extends its own", async () => {
      await pair.mineBlock(theirs);
      await pair.mineBlock(theirs);
      await pair.mineBlock(behind);
      await meet([
        ["c:1", behind],
        ["b:1", theirs],
      ]);
      expect(await nodes.until(() => ours.ledger.resourceChain.tip?.height === 2)).to.equal(true);
      expect(tipsOf(ours)).to.deep.equal(tipsOf(theirs));
    });
  });

/** A node that announces a resource block which does not exist. */
function announcing(node: Engine): Engine {
  return new Proxy(node, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      if (name !== "round") return member.bind(target) as unknown;
      return async (query: RoundQuery): Promise<Value> => {
        const round = await target.round(query);
        const isResource = query.chain_type === "resource" && isMap(round);
        return isResource ? new Map([...round, ["sync_limit", 1n]]) : round;
      };
    },
  });
}
