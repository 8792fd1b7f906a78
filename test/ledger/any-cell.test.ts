import { expect } from "chai";
import { padStateKey } from "../../src/codec/state-key.js";
import { executeAlone } from "../../src/ledger/execute-alone.js";
import { executeTransactions } from "../../src/ledger/execute-transactions.js";
import { Ledger } from "../../src/ledger/ledger.js";
import { INLINE_RUNNER } from "../../src/ledger/machine/runner.js";
import { MachineThreads } from "../../src/ledger/machine/threaded-runner.js";
import { rewindTo } from "../../src/ledger/rewind.js";
import { ReadChain } from "../../src/replay/read-chain.js";
import { replayTransaction } from "../../src/replay/trial/try-transaction.js";
import { COSTS } from "../../src/vm/machine.js";
import { OverlayStore } from "../../src/store/overlay/overlay-store.js";
import type { Store } from "../../src/store/store.js";
import {
  addBlock,
  blocksOf,
  openPointerChain,
  pointedCell,
  prepareCalls,
  replayOn,
  type PointerChain,
} from "../support/dependent-keys.js";
import { openTempStore, type TempStore } from "../support/temp-store.js";

const CELL = padStateKey(pointedCell("aa"));
const OTHER = padStateKey(pointedCell("bb"));
const SET = { type: "Set", p: "00", k: "aa" };
const put = (x: string): { readonly type: string } & Record<string, string> => ({ type: "Put", p: "00", x });
const append = (x: string): { readonly type: string } & Record<string, string> => ({
  type: "Append",
  p: "00",
  x,
});

const valueIn = async (store: Store, cell = CELL): Promise<unknown> =>
  (await store.readState("universal", [cell])).get(cell);

/** What every store must show of the same chain. */
function itReadsWhatTheCellHolds(
  open: () => Promise<{ chain: PointerChain; close: () => Promise<void> }>,
): void {
  let chain: PointerChain;
  let close: () => Promise<void>;
  before(async () => ({ chain, close } = await open()));
  after(() => close());

  it("reads it, and lists the true earlier value, under its padded name (PROTOCOL 16.6, 16.8)", async () => {
    await addBlock(chain, [SET]);
    const first = await addBlock(chain, [put("1")]);
    const second = await addBlock(chain, [put("2")]);
    expect(first.universal_updates.get(CELL)).to.deep.equal({ old: null, new: "1" });
    expect(second.universal_updates.get(CELL)).to.deep.equal({ old: "1", new: "2" });
    for (const { universal_updates, local_updates } of await blocksOf(chain.ledger))
      for (const key of [...universal_updates.keys(), ...local_updates.keys()])
        expect(key).to.have.length(128);
  });

  it("reads what the block's earlier transactions wrote (PROTOCOL 16.6)", async () => {
    const block = await addBlock(chain, [
      { type: "Set", p: "00", k: "bb" },
      append("x"),
      append("y"),
      { ...SET },
      append("z"),
    ]);
    expect(block.universal_updates.get(OTHER)).to.deep.equal({ old: null, new: "xy" });
    expect(block.universal_updates.get(CELL)).to.deep.equal({ old: "2", new: "2z" });
  });

  it("gives the same blocks and state when they are applied again, and is undone to the earlier values", async () => {
    const { ledger } = chain;
    const blocks = await blocksOf(ledger);
    const empty = await openTempStore();
    const replayed = await replayOn(empty.store, chain, blocks);
    expect(replayed.tip.blockhash).to.equal(ledger.tip.blockhash);
    expect(await valueIn(empty.store)).to.equal(await valueIn(ledger.store));
    await rewindTo(replayed, ledger.tip.height - 1, { isForced: true });
    expect(await valueIn(empty.store)).to.equal("2");
    await empty.remove();
  });

  it("is traced as it was executed", async () => {
    const block = (await blocksOf(chain.ledger)).at(-1);
    const read = await ReadChain.ofStore(chain.ledger.store, chain.ledger.network);
    for (const { hash } of block?.transactions ?? []) {
      const trial = await replayTransaction(read, hash);
      expect(trial?.execution.ok, hash).to.equal(true);
    }
  });
}

describe("A read of rules 2 in SQLite", () => {
  itReadsWhatTheCellHolds(async () => {
    const temp = await openTempStore();
    return { chain: await openPointerChain(temp.store, undefined, 2), close: () => temp.remove() };
  });
});

describe("A read of rules 2 in an overlay", () => {
  itReadsWhatTheCellHolds(async () => {
    const temp = await openTempStore();
    const chain = await openPointerChain(temp.store, undefined, 2);
    const overlay = await OverlayStore.over(temp.store);
    const ledger = await Ledger.open(overlay, chain.ledger.network);
    return { chain: { ...chain, ledger }, close: () => temp.remove() };
  });
});

describe("The work of a read of rules 2 (PROTOCOL 16.6, 16.9)", () => {
  let temp: TempStore;
  let chain: PointerChain;
  before(async () => {
    temp = await openTempStore();
    chain = await openPointerChain(temp.store, undefined, 2);
    await addBlock(chain, [SET]);
    await addBlock(chain, [put("1")]);
  });
  after(() => temp.remove());

  it("is the same in this thread and in another, alone and in a block", async () => {
    const { ledger } = chain;
    const threads = new MachineThreads();
    const before = prepareCalls(ledger, [append("z")]);
    const [prepared] = before;
    if (prepared === undefined) throw new Error("Nothing is prepared. ");
    const maxWork = ledger.network.workLimits.proposal;
    const alone = await executeAlone(prepared, { store: ledger.store, runner: INLINE_RUNNER, maxWork });
    const inThread = await executeAlone(prepared, {
      store: ledger.store,
      runner: threads.runners.callers,
      maxWork,
    });
    expect(alone.ok).to.equal(true);
    expect(inThread).to.deep.equal(alone);
    expect(alone.work).to.be.greaterThan(3 * COSTS.read);
    const run = (limit: number): Promise<number> =>
      executeTransactions(ledger.store, before, { rules: ledger.network.ruleSet, maxWork: limit }).then(
        ({ passed }) => passed.length,
      );
    expect([await run(alone.work), await run(alone.work - 1)]).to.deep.equal([1, 0]);
    await threads.close();
  });

  it("is drawn from one allowance, so a block of two takes what both take", async () => {
    const { ledger } = chain;
    const { ruleSet: rules } = ledger.network;
    const two = prepareCalls(ledger, [append("z"), append("y")]);
    const works: number[] = [];
    await executeTransactions(ledger.store, two, {
      rules,
      runner: {
        ...INLINE_RUNNER,
        execute(...given) {
          const outcome = INLINE_RUNNER.execute(...given);
          if (!(outcome instanceof Promise)) works.push(outcome.work);
          return outcome;
        },
      },
    });
    const total = works.slice(-2).reduce((sum, work) => sum + work, 0);
    const refused = async (maxWork: number): Promise<readonly string[]> => {
      const result = await executeTransactions(ledger.store, two, { rules, maxWork });
      return Array.from(result.refused.values(), ({ message }) => message);
    };
    expect(await refused(total)).to.deep.equal([]);
    expect(await refused(total - 1)).to.deep.equal(["Too long processing. "]);
  });
});
