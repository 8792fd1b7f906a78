import { expect } from "chai";
import type { BlockBatch, MainBlockCommit, Store, StoredResourceBlock } from "../../src/store/store.js";
import { expectRejection } from "../support/expect-rejection.js";
import { sampleAddress, sampleMainBlock, sampleResourceBlock } from "../support/sample-blocks.js";
import { createSeededRandom } from "../support/seeded-random.js";
import type { KeptStore, OpenStore, StoreKind } from "../support/stores.js";
import { crashBlock } from "./crash-chain.js";

const BLOCKS = 80;
/** More than the rows of a statement. */
const LONGEST_RUN = 90;

function mainChain(length: number): readonly MainBlockCommit[] {
  const chain: MainBlockCommit[] = [];
  for (let height = 1; height <= length; height += 1)
    chain.push(crashBlock(height, chain.at(-1)?.block.blockhash ?? ""));
  return chain;
}

function resourceChain(length: number): readonly StoredResourceBlock[] {
  const chain: StoredResourceBlock[] = [];
  for (let height = 1; height <= length; height += 1)
    chain.push(sampleResourceBlock(height, chain.at(-1)?.blockhash ?? ""));
  return chain;
}

async function commitSingly(store: Store, { main, resource }: BlockBatch): Promise<void> {
  for (const commit of main) await store.commitMainBlock(commit);
  for (const block of resource) await store.commitResourceBlock(block);
}

/** Blocks that are committed together: tests for every kind of store that lasts. */
export function testBatches(open: OpenStore, { refusal }: StoreKind): void {
  const main = mainChain(BLOCKS);
  const resource = resourceChain(BLOCKS);
  let together: KeptStore;
  let singly: KeptStore;
  beforeEach(async () => {
    together = await open();
    singly = await open();
  });
  afterEach(() => Promise.all([together.remove(), singly.remove()]));

  it("leave every row as when they are committed one by one, and can be undone one by one", async () => {
    const random = createSeededRandom();
    for (let height = 0; height < BLOCKS;) {
      const end = height + 1 + Math.floor(random() * LONGEST_RUN);
      const batch = { main: main.slice(height, end), resource: resource.slice(height, end) };
      await together.store.commitBatch(batch);
      await commitSingly(singly.store, batch);
      expect(await together.dump(), `height ${end}`).to.equal(await singly.dump());
      height = end;
    }
    for (let height = BLOCKS; height > BLOCKS - 8; height -= 1) {
      for (const { store } of [together, singly]) await store.undoMainBlock(height);
      expect(await together.dump(), `height ${height}`).to.equal(await singly.dump());
    }
  });

  it("are all visible to a reader, or none of them", async () => {
    const seen = new Set<number>();
    const writing = { isDone: false };
    const written = together.store.commitBatch({ main, resource: [] }).finally(() => (writing.isDone = true));
    while (!writing.isDone) seen.add((await together.store.mainBlockSummary("last"))?.height ?? 0);
    await written;
    seen.add((await together.store.mainBlockSummary("last"))?.height ?? 0);
    expect([...seen].toSorted((left, right) => left - right)).to.deep.equal([0, BLOCKS]);
  });

  it("are refused as a whole when one of them does not follow, miscounts, or repeats a transaction", async () => {
    await commitSingly(together.store, { main: main.slice(0, 3), resource: resource.slice(0, 3) });
    const before = await together.dump();
    const [fourth, fifth, sixth] = main.slice(3);
    if (fourth === undefined || fifth === undefined || sixth === undefined) throw new Error("too short");
    const transaction_count = fifth.block.transaction_count + 1;
    const cases: readonly (readonly [string, BlockBatch])[] = [
      ["BLOCK_NOT_NEXT", { main: [fourth, sixth], resource: [] }],
      ["BLOCK_NOT_NEXT", { main: [fifth, fourth], resource: [] }],
      ["BLOCK_NOT_NEXT", { main: [fourth, fifth], resource: resource.slice(4, 6) }],
      [
        "BLOCK_COUNT",
        { main: [fourth, { ...fifth, block: { ...fifth.block, transaction_count } }], resource: [] },
      ],
      [refusal, { main: [fourth, { ...fifth, transactions: fourth.transactions }], resource: [] }],
    ];
    for (const [code, batch] of cases) {
      await expectRejection(together.store.commitBatch(batch), code, "local");
      expect(await together.dump(), code).to.equal(before);
    }
    await together.store.commitBatch({ main: [fourth, fifth], resource: resource.slice(3, 5) });
    expect(await together.store.mainBlockSummary("last")).to.include({ height: 5 });
  });

  it("note each spelling that one of them replaces or removes at the height that did it", async () => {
    const key = `${"ab".repeat(32)}01`;
    const spellings = [key, `${key}00`, null, `${key}0000`, `${key}0000`, null, key];
    const batch: MainBlockCommit[] = [];
    for (const [index, spelling] of spellings.entries()) {
      const entry = { key: spelling ?? key, value: spelling === null ? null : `${index}` };
      const previous_blockhash = batch.at(-1)?.block.blockhash ?? "";
      const transactions = [[sampleAddress(index)]];
      const place = { height: index + 1, previous_blockhash, transactions };
      batch.push(sampleMainBlock({ ...place, universal: [entry], local: [entry] }));
    }
    for (const cut of [0, 2, 3, 5]) {
      const temp = await open();
      const reference = await open();
      await temp.store.commitBatch({ main: batch.slice(0, cut), resource: [] });
      await temp.store.commitBatch({ main: batch.slice(cut), resource: [] });
      await commitSingly(reference.store, { main: batch, resource: [] });
      expect(await temp.dump(), `cut at ${cut}`).to.equal(await reference.dump());
      await Promise.all([temp.remove(), reference.remove()]);
    }
  });
}
