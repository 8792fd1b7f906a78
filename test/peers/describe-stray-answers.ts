import { expect } from "chai";
import type { LogEntry } from "../../src/base/log.js";
import type { Node } from "../../src/node/node.js";
import { IN_MEMORY, openSqliteStore } from "../../src/store/sqlite/open.js";
import type { Store } from "../../src/store/store.js";
import { replay } from "../support/replay.js";
import { createSeededRandom, seeded, TEST_SEED } from "../support/seeded-random.js";
import { STRAYS, StrayCalls } from "../support/stray-calls.js";
import { FORK_NETWORK, ForkPair, tipsOf } from "./fork-pair.js";

/** The longest pause that a stray answer may cause, µs of virtual time. */
const PATIENCE_US = 10_000_000;
/** Somewhat more than the time after which a question is asked again beside a hanging call. */
const PATIENCE_OF_CALLS_US = 3_500_000;
/** How many calls a few rounds make once all blocks are there. */
const CALLS_OF_ROUNDS = 6;

/** The calls that fail, one a run: those from `first` on, in steps. */
export interface Places {
  readonly first: number;
  readonly step: number;
}

/** Describes a peer that fails to answer. `placesOf` gives the calls to try for the n-th kind of failure. */
export function describeStrayAnswers(title: string, placesOf: (kind: number) => Places): void {
  describe(title, () => {
    let pair: ForkPair;
    let host = 0;
    let log: LogEntry[] = [];

    beforeEach(async () => {
      pair = await ForkPair.open("in the process");
      await pair.makeBlock(pair.ours);
      await pair.mineBlock(pair.ours);
      for (let round = 0; round < 2; round += 1) {
        await pair.makeBlock(pair.theirs);
        await pair.mineBlock(pair.theirs);
      }
      await pair.makeBlock(pair.theirs);
    });
    afterEach(() => pair.nodes.stop());

    const starts: Readonly<Record<string, () => Promise<Store>>> = {
      "from the first block": () => openSqliteStore({ file: IN_MEMORY }),
      "from a fork": () => replay(pair.ours.ledger.store, pair.ours.ledger.network, pair.nodes.clock.nowUs()),
    };

    /** Starts a node that is configured with the peer; the call that `plan` selects goes astray. */
    async function start(
      calls: StrayCalls,
      store: Store,
    ): Promise<{ node: Node; close: () => Promise<void> }> {
      const own = `follower${(host += 1)}:1`;
      log = [];
      const node = await pair.nodes.open(own, {
        network: FORK_NETWORK,
        hosts: ["b:1"],
        store,
        log: (entry) => log.push(entry),
        through: calls.through,
      });
      node.start();
      const close = async (): Promise<void> => {
        calls.plan(() => false);
        // A stopping node waits for its questions: one whose call hangs is asked again by then.
        if (calls.open > 0) await pair.nodes.until(() => calls.open === 0, PATIENCE_OF_CALLS_US);
        await pair.nodes.close(own);
      };
      return { node, close };
    }

    const isThere = (node: Node): boolean => tipsOf(node).join() === tipsOf(pair.theirs).join();

    function expectNoPeerDropped(told: string): void {
      const dropped = log.filter(({ level, message }) => level === "error" || message === "peer dropped");
      expect(dropped, told).to.deep.equal([]);
    }

    for (const [kind, [name, stray]] of Object.entries(STRAYS).entries()) {
      const { first, step } = placesOf(kind);
      for (const [from, open] of Object.entries(starts))
        it(`is followed ${from}, whichever call comes to ${name}`, async function () {
          this.timeout(60_000);
          // The first run tells how many calls there are.
          let calls = Infinity;
          for (let place = 0; place <= calls; place = place === 0 ? first : place + step) {
            const told = `call ${place}`;
            const strays = new StrayCalls(pair.nodes.clock, stray);
            strays.plan((count) => count === place);
            const { node, close } = await start(strays, await open());
            expect(await pair.nodes.until(() => isThere(node), PATIENCE_US), told).to.equal(true);
            const counted = Math.max(strays.count + CALLS_OF_ROUNDS, place);
            expect(await pair.nodes.until(() => strays.count >= counted, PATIENCE_US), told).to.equal(true);
            if (place === 0) calls = strays.count;
            else expect(strays.strays, told).to.equal(1);
            expectNoPeerDropped(told);
            await close();
          }
          expect(calls).to.be.at.least(12);
        });

      it(`is followed to each new block, whichever call comes to ${name}`, async function () {
        this.timeout(60_000);
        const strays = new StrayCalls(pair.nodes.clock, stray);
        const { node, close } = await start(strays, await openSqliteStore({ file: IN_MEMORY }));
        expect(await pair.nodes.until(() => isThere(node))).to.equal(true);
        for (let place = first; place <= CALLS_OF_ROUNDS; place += step) {
          strays.plan((count) => count === place);
          await pair.makeBlock(pair.theirs);
          expect(await pair.nodes.until(() => isThere(node), PATIENCE_US), `call ${place}`).to.equal(true);
          expect(await pair.nodes.until(() => strays.strays === 1, PATIENCE_US)).to.equal(true);
        }
        expectNoPeerDropped(name);
        await close();
      });

      for (const seed of step === 1 ? [TEST_SEED, TEST_SEED + 1, TEST_SEED + 2] : [TEST_SEED])
        it(seeded(`is followed although one call in a hundred comes to ${name}`, seed), async function () {
          this.timeout(60_000);
          const random = createSeededRandom(seed);
          const strays = new StrayCalls(pair.nodes.clock, stray);
          strays.plan(() => random() < 0.01);
          const { node, close } = await start(strays, await openSqliteStore({ file: IN_MEMORY }));
          expect(await pair.nodes.until(() => isThere(node), PATIENCE_US)).to.equal(true);
          for (let block = 0; block < 10 || strays.strays < 3; block += 1) {
            await pair.makeBlock(pair.theirs);
            const told = `block ${block}`;
            expect(await pair.nodes.until(() => isThere(node), PATIENCE_US), told).to.equal(true);
          }
          expectNoPeerDropped(name);
          await close();
        });
    }
  });
}
