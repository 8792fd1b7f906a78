import { expect } from "chai";
import { hashOf } from "../../src/codec/hash.js";
import { padStateKey } from "../../src/codec/state-key.js";
import type { Value } from "../../src/codec/value.js";
import { OverlayStore } from "../../src/store/overlay/overlay-store.js";
import { IN_MEMORY, openSqliteStore } from "../../src/store/sqlite/open.js";
import type { CellWrite, MainBlockCommit, StateKind, Store } from "../../src/store/store.js";
import { sampleAddress, sampleMainBlock, sampleResourceBlock } from "../support/sample-blocks.js";
import { Dice } from "./dice.js";
import { MemoryStore } from "./memory-store.js";

const STEPS = 60;
const CELLS = 8;
const ADDRESSES = 3;
const KINDS: readonly StateKind[] = ["universal", "local"];
const ALL_CELLS = Array.from({ length: CELLS }, (_, index) => padStateKey(cellKey(index)));
const PAGE = { page: 2, count: 3 };

function cellKey(index: number, zeros = 0): string {
  return `${hashOf(`prefix ${index % 2}`)}${hashOf(`cell ${index}`).slice(0, 8)}${"00".repeat(zeros)}`;
}

async function listOf<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

/** Everything that a store answers, but for errors. */
async function answersOf(store: Store): Promise<unknown> {
  const last = await store.lastMainBlock();
  const height = last?.height ?? 0;
  const body = last === null ? null : store.mainBlockBody(last);
  const hashes = (await store.listTransactions({ page: 1, count: 1000 })).map(({ hash }) => hash);
  const lastResource = await store.lastResourceBlock();
  return {
    last,
    main: await listOf(store.streamMainBlocks(2, height)),
    summaries: await store.mainBlockSummaries(1, height - 1),
    byHash: await store.mainBlock({ blockhash: last?.blockhash ?? "" }),
    absent: [await store.mainBlock({ height: height + 1 }), await store.mainBlockSummary({ height: 0 })],
    body:
      body === null
        ? null
        : await Promise.all(Object.values(body).map((pieces) => listOf(pieces as AsyncIterable<string>))),
    state: await Promise.all(KINDS.map((kind) => store.readState(kind, ALL_CELLS))),
    cells: await Promise.all(KINDS.map((kind) => listOf(store.streamState(kind)))),
    page: await store.listState("universal", hashOf("prefix 0"), PAGE),
    before: await Promise.all(KINDS.map((kind) => store.valuesBefore(kind, 2, ALL_CELLS))),
    codes: await store.listCodeWrites(),
    transactions: await store.listTransactions(PAGE),
    ofAddress: await store.listTransactions({ page: 1, count: 5 }, sampleAddress(1)),
    known: await store.knownTransactions([...hashes.slice(0, 3), "none"]),
    transaction: await store.transaction(hashes[0] ?? "none"),
    resource: [lastResource, await store.resourceBlocks(1, 3), await store.resourceBlockSummaries(2, 9)],
    earlier: await store.resourceBlockBefore(lastResource?.timestamp ?? 0),
    note: await store.readMeta("note"),
  };
}

/** A random block on a store's last one. */
async function randomBlock(store: Store, dice: Dice, step: number): Promise<MainBlockCommit> {
  const last = await store.lastMainBlock();
  const local = await randomWrites(store, dice, step, "local");
  const universal = await randomWrites(store, dice, step, "universal");
  return sampleMainBlock({
    height: (last?.height ?? 0) + 1,
    previous_blockhash: last?.blockhash ?? "",
    branch: `${step}`,
    transactions: Array.from({ length: dice.between(0, 4) }, () => [
      sampleAddress(dice.between(0, ADDRESSES)),
    ]),
    universal,
    local,
    codeKeys: local.filter(({ value }) => value !== null).map(({ key }) => key),
  });
}

async function randomWrites(
  store: Store,
  dice: Dice,
  step: number,
  kind: StateKind,
): Promise<readonly CellWrite[]> {
  const before = await store.readState(kind, ALL_CELLS);
  const chosen = new Set(Array.from({ length: dice.between(0, CELLS) }, () => dice.between(0, CELLS)));
  return [...chosen].map((index) => {
    const key = cellKey(index, dice.between(0, 3));
    const value = dice.chance(0.3) ? null : dice.pick<Value>([`${step}`, BigInt(step), [1.5, "text"]]);
    // A block need not know what a cell held (PROTOCOL 7).
    const old = dice.chance(0.4) ? null : (before.get(padStateKey(key)) ?? null);
    return { key, value, old };
  });
}

async function applyToBoth(stores: readonly [Store, Store], dice: Dice, step: number): Promise<void> {
  const [store] = stores;
  const last = await store.lastMainBlock();
  const resource = await store.lastResourceBlock();
  if (last !== null && dice.chance(0.4)) {
    const [hadCodes, alsoHad] = [
      await stores[0].undoMainBlock(last.height),
      await stores[1].undoMainBlock(last.height),
    ];
    expect(hadCodes).to.equal(alsoHad);
  } else {
    const commit = await randomBlock(store, dice, step);
    for (const each of stores) await each.commitMainBlock(commit);
  }
  if (resource !== null && dice.chance(0.3)) {
    for (const each of stores) await each.undoResourceBlock(resource.height);
  } else {
    const block = sampleResourceBlock((resource?.height ?? 0) + 1, resource?.blockhash ?? "");
    for (const each of stores) await each.commitResourceBlock(block);
  }
  if (dice.chance(0.3)) await commitRun(stores, dice, step);
  for (const each of stores) await each.writeMeta("note", `${step}`);
}

/** Some blocks at once, the last of which may be refused: then there is none of them. */
async function commitRun(stores: readonly [Store, Store], dice: Dice, step: number): Promise<void> {
  const ahead = await OverlayStore.over(stores[0]);
  for (let count = dice.between(1, 5); count > 0; count -= 1) {
    await ahead.commitMainBlock(await randomBlock(ahead, dice, step * 1000 + count));
    const resource = await ahead.lastResourceBlock();
    const block = sampleResourceBlock((resource?.height ?? 0) + 1, resource?.blockhash ?? "");
    await ahead.commitResourceBlock(block);
  }
  const { main, resource } = ahead.run;
  const isRefused = dice.chance(0.2);
  const run = { main, resource: isRefused ? resource.concat(resource) : resource };
  for (const each of stores) {
    const outcome = await each.commitRun(run).catch((error: unknown) => error);
    if (isRefused) expect(outcome).to.include({ code: "BLOCK_ORDER" });
    else expect(outcome).to.equal(undefined);
  }
}

describe("the simulated disk against SQLite, random blocks and undos", () => {
  for (const seed of [1, 2, 3]) {
    it(`gives the same answers after each of ${STEPS} steps, and so does a copy (seed ${seed})`, async () => {
      const dice = new Dice(seed);
      const memory = new MemoryStore();
      const sqlite = await openSqliteStore({ file: IN_MEMORY });
      for (let step = 0; step < STEPS; step += 1) {
        await applyToBoth([memory, sqlite], dice, step);
        expect(await answersOf(memory), `step ${step}`).to.deep.equal(await answersOf(sqlite));
      }
      expect(await answersOf(memory.clone())).to.deep.equal(await answersOf(sqlite));
      await sqlite.close();
    });
  }
});
