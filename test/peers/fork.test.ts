import { expect } from "chai";
import type { Node } from "../../src/node/node.js";
import type { PeerNodes } from "../support/peer-nodes.js";
import { withRules } from "../support/with-rules.js";
import { FORK_NETWORK, ForkPair, tipsOf, WIRES } from "./fork-pair.js";

const CASES = [
  ...WIRES.map((wire) => ({ wire, rules: 1 }) as const),
  { wire: "in the process", rules: 2 },
] as const;

for (const { wire, rules } of CASES)
  describe(`Fork choice, ${wire}, rules ${rules} (PROTOCOL 11.3, 11.4, 11.6, 11.7, 11.8, 16.4)`, () => {
    let pair: ForkPair;
    let nodes: PeerNodes;
    let ours: Node;
    let theirs: Node;

    beforeEach(async () => {
      pair = await ForkPair.open(wire, withRules(FORK_NETWORK, rules));
      ({ nodes, ours, theirs } = pair);
    });
    afterEach(() => nodes.stop());

    it("follows a chain that extends ours", async () => {
      await pair.makeBlock(theirs);
      await pair.mineBlock(theirs);
      await pair.makeBlock(theirs);
      await pair.connect();
      expect(await nodes.until(() => ours.ledger.tip.height === 2)).to.equal(true);
      expect(tipsOf(ours)).to.deep.equal(tipsOf(theirs));
    });

    it("takes another chain with more resource blocks in place of ours", async () => {
      await pair.makeBlock(ours);
      await pair.mineBlock(ours);
      await pair.makeBlock(ours);
      await pair.makeBlock(theirs);
      await pair.mineBlock(theirs);
      await pair.mineBlock(theirs);
      await pair.connect();
      expect(await nodes.until(() => ours.ledger.resourceChain.tip?.height === 2)).to.equal(true);
      expect(tipsOf(ours)).to.deep.equal(tipsOf(theirs));
    });

    it("keeps ours when the other has fewer resource blocks, however many main blocks it has", async () => {
      await pair.makeBlock(ours);
      await pair.mineBlock(ours);
      for (let height = 1; height <= 3; height += 1) await pair.makeBlock(theirs);
      const before = tipsOf(ours);
      await pair.connect();
      expect(await nodes.until(() => ours.ledger.tip.height > 1, 3_000_000)).to.equal(false);
      expect(tipsOf(ours)).to.deep.equal(before);
    });

    it("takes the longer main chain in place of ours when the resource chains are the same", async () => {
      await pair.makeBlock(ours);
      await pair.makeBlock(theirs);
      await pair.makeBlock(theirs);
      await pair.connect();
      expect(await nodes.until(() => ours.ledger.tip.height === 2)).to.equal(true);
      expect(tipsOf(ours)).to.deep.equal(tipsOf(theirs));
    });

    it("chooses the same of two chains of equal length on both sides: docs/adr/0008", async () => {
      await pair.makeBlock(ours);
      await pair.makeBlock(theirs);
      const [chosen] = [ours, theirs].map(({ ledger }) => ledger.tip.blockhash).sort();
      await pair.connect();
      await theirs.peers?.tracker.check("a:1");
      const isChosen = ({ ledger }: Node): boolean => ledger.tip.blockhash === chosen;
      expect(await nodes.until(() => isChosen(ours) && isChosen(theirs))).to.equal(true);
      // Neither node switches back.
      expect(await nodes.until(() => !isChosen(ours) || !isChosen(theirs), 3_000_000)).to.equal(false);
    });

    it("takes main blocks while the last resource blocks differ", async () => {
      await pair.part();
      await pair.mineBlock(ours);
      await pair.mineBlock(ours);
      await pair.mineBlock(theirs);
      await pair.makeBlock(theirs);
      const resourceTip = ours.ledger.resourceChain.tip?.blockhash;
      await pair.meet();
      expect(await nodes.until(() => ours.ledger.tip.height === 2)).to.equal(true);
      expect(ours.ledger.tip.blockhash).to.equal(theirs.ledger.tip.blockhash);
      expect(ours.ledger.resourceChain.tip?.blockhash).to.equal(resourceTip);
      expect(theirs.ledger.resourceChain.tip?.blockhash).to.not.equal(resourceTip);
    });

    it("chooses the same of two resource chains of equal length on both sides, and keeps all main blocks", async () => {
      await pair.part();
      for (let height = 1; height <= 3; height += 1) {
        await pair.mineBlock(ours);
        await pair.mineBlock(theirs);
      }
      await pair.makeBlock(ours);
      const mainTip = ours.ledger.tip.blockhash;
      const made: number[] = [];
      ours.onBlock(({ height }) => made.push(height));
      const tips = [ours, theirs].map(({ ledger }) => ledger.resourceChain.tip?.blockhash ?? "");
      const first = await Promise.all(
        [ours, theirs].map(
          async ({ ledger }) => (await ledger.store.resourceBlock({ height: 1 }))?.blockhash,
        ),
      );
      const hashes = first.map((blockhash = "") => blockhash.slice(14));
      const chosen = tips[(hashes[0] ?? "") < (hashes[1] ?? "") ? 0 : 1];
      await pair.meet();
      await theirs.peers?.tracker.check("a:1");
      const isChosen = (node: Node): boolean => tipsOf(node).join() === [mainTip, chosen].join();
      expect(await nodes.until(() => isChosen(ours) && isChosen(theirs))).to.equal(true);
      expect(made).to.deep.equal([]);
      // Neither node switches back.
      expect(await nodes.until(() => !isChosen(ours) || !isChosen(theirs), 3_000_000)).to.equal(false);
    });

    it("undoes no main block for a resource chain of equal length", async () => {
      await pair.part();
      await pair.mineBlock(ours);
      await pair.mineBlock(theirs);
      await nodes.clock.advance(FORK_NETWORK.constants.confirm_interval + 1_000_000);
      // Both resource blocks are confirmed for this main block.
      await pair.makeBlock(ours);
      const before = tipsOf(ours);
      await pair.meet();
      expect(await nodes.until(() => tipsOf(ours).join() !== before.join(), 3_000_000)).to.equal(false);
      await theirs.peers?.tracker.check("a:1");
      expect(await nodes.until(() => tipsOf(theirs).join() === before.join())).to.equal(true);
    });

    it("takes more resource blocks, and keeps main blocks that the peer merely lacks", async () => {
      await pair.part();
      await pair.mineBlock(ours);
      await pair.makeBlock(ours);
      await pair.mineBlock(theirs);
      await pair.mineBlock(theirs);
      const mainTip = ours.ledger.tip.blockhash;
      const heights: number[] = [];
      ours.onBlock(({ height }) => heights.push(height));
      await pair.meet();
      expect(await nodes.until(() => ours.ledger.resourceChain.tip?.height === 2)).to.equal(true);
      expect(tipsOf(ours)).to.deep.equal([mainTip, theirs.ledger.resourceChain.tip?.blockhash]);
      expect(heights).to.deep.equal([]);
    });

    it("takes a resource block that fits both of two equally long main chains, and undoes no main block for it", async () => {
      await pair.part();
      nodes.engines.delete("a:1");
      // The earlier block has the smaller blockhash.
      await pair.makeBlock(ours);
      await pair.mineBlock(theirs);
      await pair.makeBlock(theirs);
      // A peer's block counts once it is due (PROTOCOL 15.1).
      await nodes.clock.advance(1_000_000);
      nodes.engines.set("a:1", ours);
      const mainTip = ours.ledger.tip.blockhash;
      const heights: number[] = [];
      ours.onBlock(({ height }) => heights.push(height));
      await pair.meet();
      expect(await nodes.until(() => ours.ledger.resourceChain.tip?.height === 1)).to.equal(true);
      expect(tipsOf(ours)).to.deep.equal([mainTip, theirs.ledger.resourceChain.tip?.blockhash]);
      await theirs.peers?.tracker.check("a:1");
      expect(await nodes.until(() => theirs.ledger.tip.blockhash === mainTip)).to.equal(true);
      expect(heights).to.deep.equal([]);
    });

    it("undoes main blocks for resource blocks of another main chain that follow some of the common one", async () => {
      await pair.part();
      for (let block = 0; block < 3; block += 1) await pair.makeBlock(ours);
      for (let block = 0; block < 6; block += 1) await pair.mineBlock(theirs);
      await pair.makeBlock(theirs);
      await pair.mineBlock(theirs);
      await pair.meet();
      expect(await nodes.until(() => tipsOf(ours).join() === tipsOf(theirs).join())).to.equal(true);
      expect(ours.peers?.sync.refusedBlocks).to.deep.equal([]);
    });

    it("makes main blocks again when they depended on resource blocks that are replaced", async () => {
      await pair.part();
      await pair.mineBlock(ours);
      await pair.mineBlock(theirs);
      await pair.mineBlock(theirs);
      await nodes.clock.advance(FORK_NETWORK.constants.confirm_interval + 1_000_000);
      await pair.makeBlock(ours);
      const madeAgain: number[] = [];
      ours.onBlock(({ height }) => madeAgain.push(height));
      await pair.meet();
      expect(await nodes.until(() => ours.ledger.resourceChain.tip?.height === 2)).to.equal(true);
      expect(await nodes.until(() => madeAgain.length > 0)).to.equal(true);
      expect(madeAgain).to.deep.equal([2]);
    });
  });
