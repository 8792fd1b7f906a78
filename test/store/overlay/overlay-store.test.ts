import { expect } from "chai";
import { hashOf } from "../../../src/codec/hash.js";
import { canonicalJson } from "../../../src/codec/canonical-json.js";
import { padStateKey, type StateKind } from "../../../src/codec/state-key.js";
import type { Value } from "../../../src/codec/value.js";
import { OverlayStore } from "../../../src/store/overlay/overlay-store.js";
import { IN_MEMORY, openSqliteStore } from "../../../src/store/sqlite/open.js";
import type { AskedCellPage, ListedCellPage, NamedKind } from "../../../src/store/chain-index.js";
import type { MainBlockCommit, Store } from "../../../src/store/store.js";
import {
  sampleAddress,
  sampleMainBlock,
  sampleResourceBlock,
  type SampleWrite,
} from "../../support/sample-blocks.js";
import { createSeededRandom, seeded } from "../../support/seeded-random.js";
import { listTransactions, mainBlock } from "../../../src/store/reads.js";

const BLOCKS = 12;
const CELLS = 8;
const ADDRESSES = 3;
const KINDS: readonly StateKind[] = ["universal", "local"];
const NAMED: readonly NamedKind[] = ["block", "resourceBlock", "transaction", "address"];
const PREFIX = hashOf("prefix");

/** A chain of blocks that write, write again and remove the same few cells. */
function randomChain(random: () => number): readonly MainBlockCommit[] {
  const upTo = (limit: number): number => Math.floor(random() * limit);
  const state = { universal: new Map<string, Value>(), local: new Map<string, Value>() };
  const chain: MainBlockCommit[] = [];
  for (let height = 1; height <= BLOCKS; height += 1) {
    const write = (kind: StateKind): readonly SampleWrite[] =>
      Array.from(new Set(Array.from({ length: 1 + upTo(CELLS) }, () => upTo(CELLS))), (number) => {
        const cell = `${PREFIX}0${number}`;
        const value = random() < 0.3 ? null : `${kind} ${height}`;
        // A block need not know what a cell held (PROTOCOL 8.5).
        const old = random() < 0.4 ? null : (state[kind].get(cell) ?? null);
        state[kind].set(cell, value);
        return { key: cell + "00".repeat(upTo(2)), value, old };
      });
    const [universal, local] = [write("universal"), write("local")];
    const commit = sampleMainBlock({
      height,
      previous_blockhash: chain.at(-1)?.block.blockhash ?? "",
      transactions: Array.from({ length: 1 + upTo(3) }, () => [sampleAddress(upTo(ADDRESSES))]),
      universal,
      local,
      codeKeys: local.filter(({ value }) => value !== null).map(({ key }) => key),
    });
    chain.push(commit);
  }
  return chain;
}

/** The keys that some blocks wrote, in any order. */
async function writtenIn(store: Store, fromHeight: number, toHeight: number): Promise<unknown> {
  const batches = await all(store.writtenKeys(fromHeight, toHeight));
  return KINDS.map((kind) => batches.flatMap((keys) => keys[kind]).toSorted(byText));
}

/** Everything that a store can return, as one value. */
async function everything(store: Store): Promise<unknown> {
  const cells = Array.from({ length: CELLS }, (_, cell) => padStateKey(`${PREFIX}0${cell}`));
  const heights = Array.from({ length: BLOCKS + 2 }, (_, height) => height);
  const perKind = await Promise.all(
    KINDS.map(async (kind) => ({
      read: [...(await store.readState(kind, cells))]
        .map((entry) => canonicalJson([...entry]))
        .toSorted(byText),
      length: await store.stateLength(kind, cells),
      list: await store.listState(kind, PREFIX),
      page: await store.listState(kind, PREFIX, { page: 2, count: 2 }),
      all: await store.listState(kind, ""),
      cells: await Promise.all([1, 5, 6, BLOCKS].map((height) => cellsAt(store, kind, height))),
      found: (await namesOf(store, kind, PREFIX.slice(0, 9))).map(padStateKey),
      past: await Promise.all(
        heights.map(async (height) => {
          const values = await store.readState(kind, cells, height);
          return cells.map((cell) => values.get(cell));
        }),
      ),
    })),
  );
  const pages = [1, 2, 3].map((page) => ({ page, count: 5 }));
  const last = await store.mainBlockSummary("last");
  const body = last === null ? null : store.mainBlockBody(last);
  return {
    perKind,
    written: await Promise.all(heights.map((height) => writtenIn(store, height, height + 4))),
    codes: await store.listCodeWrites(),
    codesUpTo: await Promise.all(heights.map((height) => store.listCodeWrites(height))),
    last,
    body: body === null ? null : (await all(body.transactions)).join(""),
    blocks: await Promise.all(heights.map((height) => mainBlock(store, { height }))),
    byHash: await store.mainBlockSummary({ blockhash: last?.blockhash ?? "" }),
    summaries: await store.mainBlockSummaries(2, BLOCKS - 1),
    stream: await all(store.streamMainBlocks(2, BLOCKS)),
    listed: await Promise.all(pages.map((page) => listTransactions(store, page))),
    streamed: await Promise.all(pages.map((page) => all(store.streamTransactions(page)))).then((found) =>
      found.map((list) => list.map(({ hash, record }) => ({ hash, record }))),
    ),
    between: await store.snapshot((moment) =>
      moment.transactionsBetween({ from: { height: 2, place: 1 }, toHeight: BLOCKS, count: 7 }),
    ),
    ofAddress: await Promise.all(pages.map((page) => listTransactions(store, page, sampleAddress(1)))),
    names: await Promise.all(
      [last?.blockhash.slice(0, 12) ?? "", last?.blockhash ?? "", sampleAddress(1).slice(0, 4), "zz"].map(
        (head) => Promise.all(NAMED.map((kind) => namesOf(store, kind, head))),
      ),
    ),
    resource: {
      last: await store.resourceBlock("last"),
      between: await store.resourceBlocks(2, BLOCKS),
      before: await Promise.all(
        heights.map((height) => store.resourceBlock({ before: sampleResourceBlock(height, "").timestamp })),
      ),
    },
  };
}

/** All pages of two cells each. */
async function cellsAt(store: Store, kind: StateKind, height: number): Promise<unknown> {
  const found: unknown[] = [];
  for (let after: string | null = ""; after !== null;) {
    const asked: AskedCellPage = { kind, prefix: PREFIX, after, height, count: 2 };
    const page: ListedCellPage | undefined = await store.index?.listCells(asked);
    if (page === undefined) return "no index";
    // Only a store on the disk knows how earlier blocks wrote a key.
    found.push(...page.cells.map((cell) => ({ ...cell, key: padStateKey(cell.key) })));
    after = page.next;
  }
  return found;
}

async function namesOf(store: Store, kind: NamedKind, head: string): Promise<readonly string[]> {
  const found = await store.index?.find(kind, { head, tail: "" }, 100);
  return (found ?? []).map(({ id, height }) => `${id} ${height}`).toSorted(byText);
}

async function all<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

function byText(left: string, right: string): number {
  return left < right ? -1 : 1;
}

describe(seeded("A store over another one"), () => {
  const chain = randomChain(createSeededRandom());
  const opened: Store[] = [];
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close();
  });

  const openBase = async (): Promise<Store> => {
    const store = await openSqliteStore({ file: IN_MEMORY });
    opened.push(store);
    return store;
  };
  const commit = async (store: Store, commits: readonly MainBlockCommit[]): Promise<void> => {
    for (const each of commits) {
      await store.commitMainBlock(each);
      const previous = (await store.resourceBlock("last"))?.blockhash ?? "";
      await store.commitResourceBlock(sampleResourceBlock(each.block.height, previous));
    }
  };

  for (const split of [0, 1, BLOCKS / 2, BLOCKS]) {
    it(`answers as a single store does, also after undos, with ${split} blocks in the base`, async () => {
      const [whole, base] = [await openBase(), await openBase()];
      await commit(base, chain.slice(0, split));
      const overlay = await OverlayStore.over(base);
      await commit(whole, chain);
      await commit(overlay, chain.slice(split));
      expect(await everything(overlay)).to.deep.equal(await everything(whole));

      const shorter = await openBase();
      const kept = Math.max(split, BLOCKS - 3);
      await commit(shorter, chain.slice(0, kept));
      for (let height = BLOCKS; height > kept; height -= 1) {
        await overlay.undoMainBlock(height);
        await overlay.undoResourceBlock(height);
      }
      expect(await everything(overlay)).to.deep.equal(await everything(shorter));
    });
  }

  it("can be stacked on another overlay, and leaves both stores below as they were", async () => {
    const [whole, base] = [await openBase(), await openBase()];
    await commit(whole, chain);
    await commit(base, chain.slice(0, 4));
    const middle = await OverlayStore.over(base);
    await commit(middle, chain.slice(4, 8));
    const before = [await everything(base), await everything(middle)];
    const top = await OverlayStore.over(middle);
    await commit(top, chain.slice(8));
    expect(await everything(top)).to.deep.equal(await everything(whole));
    expect([await everything(base), await everything(middle)]).to.deep.equal(before);
  });

  it("returns values as their text reads back, as on disk (PROTOCOL 1.10)", async () => {
    const written = [1, 1.5, -0, 1e17, [2], "1"].map((value, cell) => ({ key: `${PREFIX}0${cell}`, value }));
    const cells = written.map(({ key }) => padStateKey(key));
    const block = sampleMainBlock({ height: 1, previous_blockhash: "", universal: written });
    const [base, below] = [await openBase(), await openBase()];
    await base.commitMainBlock(block);
    const overlay = await OverlayStore.over(below);
    await overlay.commitMainBlock(block);
    expect(await overlay.readState("universal", cells)).to.deep.equal(
      await base.readState("universal", cells),
    );
  });

  it("asks the base once for a cell, and once for the validators of all times that share them", async () => {
    const base = await openBase();
    await commit(base, chain);
    const asked: string[] = [];
    const counted = new Proxy(base, {
      get: (target, name): unknown => {
        const member: unknown = Reflect.get(target, name);
        return (...parameters: readonly unknown[]): unknown => {
          asked.push(`${String(name)} ${JSON.stringify(parameters)}`);
          return Reflect.apply(member as () => unknown, target, parameters);
        };
      },
    });
    const overlay = await OverlayStore.over(counted);
    asked.length = 0;
    const [first, second] = [`${PREFIX}00`, `${PREFIX}01`].map(padStateKey);
    for (const cells of [[first], [first, second], [second, first]])
      await overlay.readState("local", cells as string[]);
    const { timestamp } = sampleResourceBlock(5, "");
    for (const time of [timestamp + 1, timestamp + 2, timestamp + 60_000_000])
      expect(await overlay.resourceBlock({ before: time })).to.include({ height: 5 });
    for (let turn = 0; turn < 3; turn += 1)
      expect(await overlay.resourceBlocks(2, 5)).to.have.property("length", 4);
    expect(asked).to.deep.equal([
      `readState ${JSON.stringify(["local", [first]])}`,
      `readState ${JSON.stringify(["local", [second]])}`,
      `resourceBlock [{"before":${timestamp + 1}}]`,
      'resourceBlock [{"height":6}]',
      "resourceBlocks [2,5]",
    ]);
    expect(await overlay.resourceBlock({ before: timestamp })).to.include({ height: 4 });
    expect(await overlay.resourceBlock({ before: 0 })).to.equal(null);
  });

  it("commits blocks together, all or none", async () => {
    const [whole, base] = [await openBase(), await openBase()];
    await commit(whole, chain);
    await commit(base, chain.slice(0, 4));
    const overlay = await OverlayStore.over(base);
    const resource = await whole.resourceBlocks(5, BLOCKS);
    const gap = overlay.commitBatch({ main: chain.slice(4), resource: resource.slice(1) });
    expect(await gap.catch((error: unknown) => error)).to.include({ code: "BLOCK_NOT_NEXT" });
    expect(await everything(overlay)).to.deep.equal(await everything(base));
    await overlay.commitBatch({ main: chain.slice(4), resource });
    expect(await everything(overlay)).to.deep.equal(await everything(whole));
    expect(overlay.batch).to.deep.equal({ main: chain.slice(4), resource });
  });

  it("does not undo the base's blocks, and refuses a block that does not follow", async () => {
    const base = await openBase();
    await commit(base, chain.slice(0, 2));
    const overlay = await OverlayStore.over(base);
    const failures = [
      overlay.undoMainBlock(2),
      overlay.undoResourceBlock(2),
      overlay.commitMainBlock(chain[3] as MainBlockCommit),
    ].map((work) => work.catch((error: unknown) => error));
    const codes = (await Promise.all(failures)).map((failure) => (failure as { code: string }).code);
    expect(codes).to.deep.equal(["BLOCK_NOT_LAST", "BLOCK_NOT_LAST", "BLOCK_NOT_NEXT"]);
  });
});
