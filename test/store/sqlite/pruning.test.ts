import { expect } from "chai";
import { padStateKey } from "../../../src/codec/state-key.js";
import { hashOf } from "../../../src/codec/hash.js";
import { assertStateKept, prunedUpTo } from "../../../src/store/pruned.js";
import { allOf, listTransactions, mainBlock } from "../../../src/store/reads.js";
import type { Store } from "../../../src/store/store.js";
import { findDamage } from "../../../src/store/sqlite/compare.js";
import { openConnection } from "../../../src/store/sqlite/connection.js";
import { OverlayStore } from "../../../src/store/overlay/overlay-store.js";
import { expectRejection } from "../../support/expect-rejection.js";
import { sampleAddress, sampleMainBlock } from "../../support/sample-blocks.js";
import { createSeededRandom, seeded, TEST_SEED } from "../../support/seeded-random.js";
import { openTempStore, type TempStore } from "../../support/temp-store.js";
import { Model, randomBlock } from "../model-tests.js";

const STEPS = 120;
const ADDRESSES = 6;
const CELLS = Array.from({ length: 12 }, (_, cell) => padStateKey(`${hashOf(`cell ${cell}`)}01`));
const KINDS = ["universal", "local"] as const;

async function pruneTo(store: Store, height: number): Promise<void> {
  while ((await store.prune?.(height))?.horizon !== height);
}

/** The answer, or the first height that is there when it is gone. */
async function answerOf(question: Promise<unknown>): Promise<unknown> {
  return question.catch((error: { readonly code?: string; readonly details?: object }) => {
    if (error.code !== "PRUNED") throw error;
    return error.details;
  });
}

describe("a pruned store (docs/pruning.md)", () => {
  const open: TempStore[] = [];
  async function openTemp(): Promise<TempStore> {
    const temp = await openTempStore();
    open.push(temp);
    return temp;
  }
  const openStore = async (): Promise<Store> => (await openTemp()).store;
  afterEach(async () => {
    for (const temp of open.splice(0)) await temp.remove();
  });

  for (const seed of [TEST_SEED, TEST_SEED + 1, TEST_SEED + 2])
    it(
      seeded("answers as one with all blocks, or says what is gone, over commits and undos", seed),
      async () => {
        const random = createSeededRandom(seed);
        const [full, pruned] = [await openStore(), await openStore()];
        const model = new Model();
        let horizon = 0;
        for (let step = 0; step < STEPS; step += 1) {
          const height = model.chain.length;
          const drawn = random();
          if (drawn < 0.3 && height > horizon) {
            for (const store of [full, pruned]) await store.undoMainBlock(height);
            model.chain.pop();
          } else if (drawn < 0.4 && height > horizon) {
            horizon += Math.floor(random() * (height - horizon)) + 1;
            await pruneTo(pruned, horizon);
          } else {
            const commit = randomBlock(random, step, model);
            for (const store of [full, pruned]) await store.commitMainBlock(commit);
            model.chain.push(commit);
          }
          expect(await prunedUpTo(pruned)).to.equal(horizon);
          if (step % 5 === 0) await compare(full, pruned, { horizon, model, random });
        }
        await compare(full, pruned, { horizon, model, random });
      },
    );

  interface Compared {
    readonly horizon: number;
    readonly model: Model;
    readonly random: () => number;
  }

  async function compare(full: Store, pruned: Store, { horizon, model, random }: Compared): Promise<void> {
    const gone = { first: horizon + 1 };
    const tip = model.chain.length;
    const both = async (ask: (store: Store) => Promise<unknown>, isGone: boolean): Promise<void> => {
      expect(await answerOf(ask(pruned))).to.deep.equal(isGone ? gone : await ask(full));
    };
    for (const kind of KINDS) {
      await both((store) => store.listState(kind, ""), false);
      await both((store) => store.readState(kind, CELLS), false);
      for (let height = 0; height <= tip; height += 1 + Math.floor(random() * 4)) {
        await both((store) => store.readState(kind, CELLS, height), height < horizon);
        await both((store) => allOf(store.writtenKeys(height, tip)), height < horizon && tip > 0);
        const page = { kind, prefix: "", after: "", height, count: 100 };
        await both(async (store) => store.index?.listCells(page), height < horizon);
      }
      for (const cell of CELLS) {
        const ask = { kind, cell, before: tip + 1, count: 1000 };
        const all = await full.cellVersions(ask);
        const base = all.find(({ height }) => height <= horizon);
        const there = base === undefined ? all : all.slice(0, all.indexOf(base) + 1);
        expect(await answerOf(pruned.cellVersions(ask))).to.deep.equal(there);
        if (there.length < all.length)
          expect(await answerOf(pruned.cellVersions({ ...ask, before: base?.height ?? 0 }))).to.deep.equal(
            gone,
          );
      }
    }
    for (let height = 1; height <= tip; height += 1) {
      await both((store) => mainBlock(store, { height }), height <= horizon);
      await both((store) => store.mainBlockSummary({ height }), false);
      const { block, transactions } = model.chain[height - 1] ?? expect.fail();
      const body = pruned.mainBlockBody(block);
      expect((await allOf(body.seal)).join("")).to.equal(block.seal);
      for (const part of ["transactions", "universal_updates", "local_updates"] as const)
        await both(
          async (store) => (await allOf(store.mainBlockBody(block)[part])).join(""),
          height <= horizon && (part !== "transactions" || transactions.length > 0),
        );
      for (const { hash } of transactions) await both((store) => store.transaction(hash), height <= horizon);
      const asked = { from: { height, place: transactions.length }, toHeight: tip, count: 1000 };
      await both(
        async (store) => store.snapshot((moment) => moment.transactionsBetween(asked)),
        height < horizon,
      );
    }
    const isListed = (address?: string) =>
      model.chain
        .slice(0, horizon)
        .some(({ transactions }) =>
          transactions.some(({ addresses }) => address === undefined || addresses.includes(address)),
        );
    for (const address of [
      undefined,
      ...Array.from({ length: ADDRESSES }, (_, index) => sampleAddress(index)),
    ]) {
      const there =
        model.hashes(address).length - new Model(model.chain.slice(0, horizon)).hashes(address).length;
      for (const count of [Math.max(1, there), there + 1])
        await both(
          (store) => listTransactions(store, { page: 1, count }, address),
          count > there && isListed(address),
        );
    }
    await both((store) => store.listCodeWrites(), false);
    const overlay = await OverlayStore.over(pruned);
    expect(await answerOf(overlay.readState("local", CELLS, horizon - 1))).to.deep.equal(
      horizon === 0 ? await full.readState("local", CELLS, horizon - 1) : gone,
    );
  }

  it("refuses to undo what it has no state before, and changes nothing", async () => {
    const store = await openStore();
    let previous_blockhash = "";
    for (let height = 1; height <= 3; height += 1) {
      const commit = sampleMainBlock({ height, previous_blockhash });
      await store.commitMainBlock(commit);
      previous_blockhash = commit.block.blockhash;
    }
    await pruneTo(store, 2);
    expect(await store.undoMainBlock(3)).to.equal(false);
    await expectRejection(store.undoMainBlock(2), "PRUNED", "gone");
    await expectRejection(assertStateKept(store, 1), "PRUNED", "gone");
    await assertStateKept(store, 2);
    expect((await store.mainBlockSummary("last"))?.height).to.equal(2);
    await expectRejection(
      store.transaction(sampleMainBlock({ height: 1, previous_blockhash: "" }).transactions[0]?.hash ?? ""),
      "PRUNED",
      "gone",
    );
    const again = sampleMainBlock({
      height: 3,
      previous_blockhash: (await store.mainBlockSummary("last"))?.blockhash ?? "",
    });
    await store.commitMainBlock(again);
    expect((await listTransactions(store, { page: 1, count: 1 })).map(({ hash }) => hash)).to.deep.equal([
      again.transactions[0]?.hash,
    ]);
  });

  it("gives the space back, and keeps some for the next blocks", async () => {
    const { store, file } = await openTemp();
    const records = Array.from({ length: 20 }, () => [sampleAddress(1)]);
    const value = "v".repeat(100_000);
    let previous_blockhash = "";
    for (let height = 1; height <= 120; height += 1) {
      const universal = [{ key: hashOf(`${height % 3}`), value: `${height} ${value}` }];
      const commit = sampleMainBlock({ height, previous_blockhash, transactions: records, universal });
      await store.commitMainBlock(commit);
      previous_blockhash = commit.block.blockhash;
    }
    const connection = await openConnection(file, "read-only");
    const pages = async () =>
      (await connection.first<{ count: number }>("SELECT page_count AS count FROM pragma_page_count"))
        ?.count ?? 0;
    const before = await pages();
    for (let turns = 0; (await store.prune?.(118))?.isDone !== true; turns += 1)
      expect(turns).to.be.below(500);
    const after = await pages();
    await connection.close();
    expect(before).to.be.above(5000);
    expect(after)
      .to.be.below(before / 3)
      .and.above(1000);
    expect(await findDamage(file)).to.equal(null);
  });

  it("is pruned a turn at a time, and a turn has a bound", async () => {
    const store = await openStore();
    let previous_blockhash = "";
    for (let height = 1; height <= 200; height += 1) {
      const commit = sampleMainBlock({
        height,
        previous_blockhash,
        transactions: Array.from({ length: 10 }, () => [sampleAddress(1)]),
      });
      await store.commitMainBlock(commit);
      previous_blockhash = commit.block.blockhash;
    }
    const turns: number[] = [];
    while (turns.at(-1) !== 150) turns.push((await store.prune?.(150))?.horizon ?? expect.fail());
    expect(turns.slice(0, 3)).to.deep.equal([25, 50, 75]);
    expect(await store.prune?.(100)).to.deep.equal({ horizon: 150, isDone: true });
  });
});
