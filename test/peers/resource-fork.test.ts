import { expect } from "chai";
import type { Node } from "../../src/node/node.js";
import type { NetworkDefinition } from "../../src/records/network.js";
import { withRules } from "../support/with-rules.js";
import { FORK_NETWORK, ForkPair, tipsOf } from "./fork-pair.js";

const SECOND_US = 1_000_000;
const CONFIRM_COUNT = 4;
/** The difficulty changes with every second block, and nothing is fixed before the nodes have compared their chains. */
const NETWORK: NetworkDefinition = {
  ...FORK_NETWORK,
  constants: {
    ...FORK_NETWORK.constants,
    resource_interval: 4 * SECOND_US,
    resource_confirm_count: CONFIRM_COUNT,
    confirm_interval: 3600 * SECOND_US,
    difficulty_change_cycle: 2,
    default_difficulty: 64n,
  },
};
/** In rules 1 the first change of the difficulty measures from block 0, so it is behind the fork. */
const SHARED = 3;
const [FAST_US, SLOW_US] = [SECOND_US, 16 * SECOND_US];

/** The sum of the difficulties of a node's resource blocks. */
async function workOf({ ledger }: Node): Promise<number> {
  const last = ledger.resourceChain.tip?.height ?? 0;
  const blocks = await ledger.store.resourceBlocks(1, last);
  return blocks.reduce((sum, { difficulty }) => sum + Number(difficulty), 0);
}

for (const rules of [1, 2] as const)
  describe(`Resource forks of rules ${rules}, over HTTP (PROTOCOL 11.6, 15.10, 16.4)`, () => {
    let pair: ForkPair;

    beforeEach(async () => {
      pair = await ForkPair.open("over HTTP", withRules(NETWORK, rules));
      await pair.part(SHARED);
    });
    afterEach(() => pair.nodes.stop());

    /** Lets them mine apart: theirs few blocks, fast and so ever more difficult; ours more blocks, slowly. */
    async function mineApart(counts: { readonly theirs: number; readonly ours: number }): Promise<void> {
      for (let block = 0; block < counts.theirs; block += 1) await pair.mineBlock(pair.theirs, FAST_US);
      for (let block = 0; block < counts.ours; block += 1) await pair.mineBlock(pair.ours, SLOW_US);
    }

    async function oursFollows(): Promise<boolean> {
      const [, tip] = tipsOf(pair.theirs);
      await pair.meet();
      return pair.nodes.until(() => tipsOf(pair.ours)[1] === tip, 5 * SECOND_US);
    }

    it("of depth 1: takes the branch with a block more", async () => {
      await mineApart({ theirs: 2, ours: 1 });
      expect(await oursFollows()).to.equal(true);
    });

    it("of depth 1: keeps the branch with a block more", async () => {
      await mineApart({ theirs: 1, ours: 2 });
      expect(await oursFollows()).to.equal(false);
    });

    const decides = rules === 1 ? "keeps the longer branch" : "takes the branch with more work";
    it(`of depth C: ${decides} when the other is shorter and has more work`, async () => {
      await mineApart({ theirs: CONFIRM_COUNT - 1, ours: CONFIRM_COUNT });
      expect(await workOf(pair.theirs)).to.be.greaterThan(await workOf(pair.ours));
      expect(await oursFollows()).to.equal(rules === 2);
    });

    it("of depth C + 1: takes the branch with more work, although it is shorter", async () => {
      await mineApart({ theirs: CONFIRM_COUNT, ours: CONFIRM_COUNT + 1 });
      expect(await workOf(pair.theirs)).to.be.greaterThan(await workOf(pair.ours));
      expect(await oursFollows()).to.equal(true);
    });
  });
