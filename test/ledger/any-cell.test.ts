import { expect } from "chai";
import { padStateKey } from "../../src/codec/state-key.js";
import { executeAlone } from "../../src/ledger/execute-alone.js";
import { executeTransactions } from "../../src/ledger/execute-transactions.js";
import { loadCells } from "../../src/ledger/counted-cells.js";
import { Ledger } from "../../src/ledger/ledger.js";
import { INLINE_RUNNER } from "../../src/ledger/machine/runner.js";
import { MachineThreads } from "../../src/ledger/machine/threaded-runner.js";
import { rewindTo } from "../../src/ledger/rewind.js";
import { WorkingState } from "../../src/ledger/working-state.js";
import { devAccounts } from "../../src/data/dev-network.js";
import type { CodeKind } from "../../src/records/code-layout.js";
import { ReadChain } from "../../src/replay/read-chain.js";
import { traceText } from "../../src/replay/trial/trace-text.js";
import type { Trial } from "../../src/replay/trial/trial.js";
import { tryCall } from "../../src/replay/trial/try-call.js";
import { replayTransaction } from "../../src/replay/trial/try-transaction.js";
import { COSTS, within } from "../../src/vm/machine.js";
import { OverlayStore } from "../../src/store/overlay/overlay-store.js";
import { IN_MEMORY, openSqliteStore } from "../../src/store/sqlite/open.js";
import type { Store } from "../../src/store/store.js";
import {
  addBlock,
  blocksOf,
  openPointerChain,
  POINTER_CID,
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
    const alone = await executeAlone(prepared, {
      store: ledger.store,
      runner: INLINE_RUNNER,
      budget: within(maxWork),
    });
    const inThread = await executeAlone(prepared, {
      store: ledger.store,
      runner: threads.runners.callers,
      budget: within(maxWork),
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

describe("Trials of calls of rules 2 (PROTOCOL 16.6)", () => {
  let chain: PointerChain;
  let read: ReadChain;
  before(async () => {
    chain = await openPointerChain(await openSqliteStore({ file: IN_MEMORY }), undefined, 2);
    await addBlock(chain, [SET]);
    await addBlock(chain, [put("1")]);
    read = await ReadChain.ofStore(chain.ledger.store, chain.ledger.network);
  });
  after(() => chain.ledger.store.close());

  const attempt = (
    type: string,
    parameters: Record<string, string>,
    kind: CodeKind = "contract",
  ): Promise<Trial> =>
    tryCall(read, {
      type,
      kind,
      cid: POINTER_CID,
      parameters: new Map(Object.entries(parameters)),
      from: devAccounts()[0]?.address ?? "",
      timestampUs: BigInt(chain.ledger.tip.s_timestamp + 1),
    });

  it("show what cells behind a read hold, and no cell as not loaded", async () => {
    const { writes, reads, calls } = await attempt("Put", { p: "00", x: "2" });
    expect(writes.find(({ attribute }) => attribute === "cell")).to.include({ old: "1", new: "2" });
    expect([...reads, ...writes].filter(({ isLoaded }) => !isLoaded)).to.deep.equal([]);
    const plain = { width: Infinity, dim: String, red: String, yellow: String };
    expect(traceText(calls, plain)).not.to.include("not loaded");
  });

  it("show the cells of a call that fails after reads", async () => {
    const { execution, reads } = await attempt("Pay", { p: "00", k: "bb", y: "cc" });
    expect(execution.ok).to.equal(true);
    await addBlock(chain, [{ type: "Write", k: "cc", x: "unlike" }]);
    read = await ReadChain.ofStore(chain.ledger.store, chain.ledger.network);
    const failed = await attempt("Pay", { p: "00", k: "bb", y: "cc" });
    expect(failed.execution.ok).to.equal(false);
    expect(failed.reads.length).to.be.within(1, reads.length);
  });

  it("show how far a request came that reads keys nine levels deep", async () => {
    const key = (level: number): string => `0${level}`;
    const levels = Array.from({ length: 9 }, (_, level) => level);
    await addBlock(
      chain,
      levels.map((level) => ({ type: "Write", k: key(level), x: key(level + 1) })),
    );
    const response = levels.reduce<unknown>((at) => ({ $read_universal: ["cell", at] }), key(0));
    const code = { t: "request", m: "0.2.0", n: "Deep", v: "1", s: "pointers", p: {} };
    const writer = devAccounts()[0]?.address ?? "";
    read = await ReadChain.ofStore(chain.ledger.store, chain.ledger.network);
    read.codes.register([JSON.stringify({ ...code, w: writer, e: [{ $response: [response] }] })]);
    const { execution, reads } = await attempt("Deep", {}, "request");
    expect(execution).to.include({ ok: false, reason: "failure" });
    expect(reads.map(({ value }) => value)).to.include.members(
      levels.slice(0, 8).map((level) => key(level + 1)),
    );
  });

  it("are limited by the definition's work limit (PROTOCOL 16.9)", async () => {
    const { execution } = await attempt("Put", { p: "00", x: "2" });
    const limit = execution.work - 1;
    const workLimits = { admission: limit, proposal: limit, block: limit };
    const network = { ...chain.ledger.network, workLimits };
    read = await ReadChain.open({ reader: chain.ledger.store, network, isDefinitionKnown: true });
    const refused = await attempt("Put", { p: "00", x: "2" });
    expect(refused.execution).to.include({ ok: false, message: "Too long processing. " });
  });

  it("fetch cells also for a transaction whose named cells are long, in this thread", async () => {
    const [prepared] = prepareCalls(chain.ledger, [append("z")]);
    if (prepared === undefined) throw new Error("Nothing is prepared. ");
    const state = new WorkingState(await loadCells(chain.ledger.store, prepared.cells), {
      rules: chain.ledger.network.ruleSet,
      store: chain.ledger.store,
      asked: prepared.cells,
    });
    const outcome = await INLINE_RUNNER.executeOn(
      prepared.call,
      async () => state,
      within(Number.MAX_SAFE_INTEGER),
    );
    expect(outcome.ok).to.equal(true);
  });
});
