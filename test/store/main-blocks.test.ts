import { expect } from "chai";
import type { MainBlockCommit, MainBlockSummary } from "../../src/store/store.js";
import { expectRejection } from "../support/expect-rejection.js";
import { sampleAddress, sampleMainBlock } from "../support/sample-blocks.js";
import { describeStores, type KeptStore } from "../support/stores.js";
import { mainBlockToPieces, mainBlockToText } from "../../src/records/main-block.js";
import { listTransactions, mainBlock } from "../../src/store/reads.js";

describeStores("main blocks (PROTOCOL 8.1)", (open, { refusal }) => {
  let temp: KeptStore;
  beforeEach(async () => {
    temp = await open();
  });
  afterEach(() => temp.remove());

  async function commitChain(length: number, transactionsEach = 1): Promise<MainBlockCommit[]> {
    const chain: MainBlockCommit[] = [];
    for (let height = 1; height <= length; height += 1) {
      const previous_blockhash = chain.at(-1)?.block.blockhash ?? "";
      const transactions = Array.from({ length: transactionsEach }, () => [sampleAddress(height)]);
      const commit = sampleMainBlock({ height, previous_blockhash, transactions });
      await temp.store.commitMainBlock(commit);
      chain.push(commit);
    }
    return chain;
  }

  function stored({ block, transactions }: MainBlockCommit) {
    const members = transactions.map(({ hash, record }) => `"${hash}":${record}`);
    return { ...block, transactions: members.length === 0 ? "[]" : `{${members.join(",")}}` };
  }

  function summary({ block }: MainBlockCommit) {
    const { height, s_timestamp, previous_blockhash, blockhash, transaction_count } = block;
    return { height, s_timestamp, previous_blockhash, blockhash, transaction_count };
  }

  it("do not exist in an empty store", async () => {
    expect(await temp.store.mainBlockSummary("last")).to.equal(null);
    expect(await mainBlock(temp.store, { height: 1 })).to.equal(null);
    expect(await temp.store.mainBlockSummaries(1, 10)).to.deep.equal([]);
  });

  it("a committed block is returned whole, by height and by blockhash", async () => {
    const [, second] = await commitChain(3, 2);
    if (second === undefined) throw new Error("no second block");
    expect(await mainBlock(temp.store, { height: 2 })).to.deep.equal(stored(second));
    expect(await mainBlock(temp.store, { blockhash: second.block.blockhash })).to.deep.equal(stored(second));
    expect(await temp.store.mainBlockSummary({ height: 2 })).to.deep.equal(summary(second));
    expect(await temp.store.mainBlockSummary({ blockhash: second.block.blockhash })).to.deep.equal(
      summary(second),
    );
  });

  it("summaries that are asked for together are each the one named", async () => {
    const chain = await commitChain(3);
    const { blockhash } = chain[2]?.block ?? {};
    const named = [
      { height: 3 },
      { height: 1 },
      { height: 9 },
      { blockhash: blockhash ?? "" },
      { blockhash: "3" },
    ];
    const found = await Promise.all(named.map((target) => temp.store.mainBlockSummary(target)));
    const [first, , third] = chain.map(summary);
    expect(found).to.deep.equal([third, first, null, third, null]);
  });

  it("a block without transactions has the empty container (PROTOCOL 1.5)", async () => {
    await commitChain(1, 0);
    expect(await mainBlock(temp.store, { height: 1 })).to.include({ transactions: "[]" });
  });

  it("unknown heights and blockhashes are null", async () => {
    await commitChain(1);
    expect(await mainBlock(temp.store, { height: 2 })).to.equal(null);
    expect(await mainBlock(temp.store, { blockhash: "ff" })).to.equal(null);
    expect(await temp.store.mainBlockSummary({ height: 0 })).to.equal(null);
  });

  it("summaries of a range are ascending, both ends included, cut at the tip", async () => {
    const chain = await commitChain(5);
    expect(await temp.store.mainBlockSummaries(2, 4)).to.deep.equal(chain.slice(1, 4).map(summary));
    expect(await temp.store.mainBlockSummaries(4, 99)).to.deep.equal(chain.slice(3).map(summary));
    expect(await temp.store.mainBlockSummary("last")).to.deep.equal(chain.slice(4).map(summary)[0]);
  });

  it("a stream yields every full block of the range in order, across its batches", async () => {
    const chain = await commitChain(40, 3);
    const streamed: unknown[] = [];
    for await (const block of temp.store.streamMainBlocks(3, 38)) streamed.push(block);
    expect(streamed).to.deep.equal(chain.slice(2, 38).map(stored));
  });

  it("a stream reads only a little ahead of its consumer", async () => {
    const chain = await commitChain(40);
    const taken: number[] = [];
    for await (const block of temp.store.streamMainBlocks(1, 40)) {
      taken.push(block.height);
      if (block.height === 1) {
        for (const { block: gone } of chain.slice(20).toReversed()) {
          await temp.store.undoMainBlock(gone.height);
        }
      }
    }
    expect(taken).to.deep.equal(Array.from({ length: 20 }, (_, index) => index + 1));
  });

  it("a block that does not follow the last one is refused and changes nothing", async () => {
    const [first] = await commitChain(1);
    const blockhash = first?.block.blockhash ?? "";
    for (const [height, previous_blockhash] of [
      [3, blockhash],
      [1, ""],
      [2, "ff"],
    ] as const) {
      const commit = sampleMainBlock({ height, previous_blockhash, branch: "other" });
      await expectRejection(temp.store.commitMainBlock(commit), "BLOCK_NOT_NEXT", "local");
    }
    expect(await temp.store.mainBlockSummary("last")).to.include({ height: 1, blockhash });
    expect(await listTransactions(temp.store, { page: 1, count: 10 })).to.have.length(1);
  });

  it("the first block has height 1 and no previous blockhash", async () => {
    const later = sampleMainBlock({ height: 2, previous_blockhash: "" });
    await expectRejection(temp.store.commitMainBlock(later), "BLOCK_NOT_NEXT", "local");
    const orphan = sampleMainBlock({ height: 1, previous_blockhash: "ff" });
    await expectRejection(temp.store.commitMainBlock(orphan), "BLOCK_NOT_NEXT", "local");
  });

  it("a block that miscounts its transactions is refused", async () => {
    const commit = sampleMainBlock({ height: 1, previous_blockhash: "" });
    const wrong = { ...commit, block: { ...commit.block, transaction_count: 2 } };
    await expectRejection(temp.store.commitMainBlock(wrong), "BLOCK_COUNT", "local");
  });

  it("a block with a transaction committed before is refused as a whole", async () => {
    const [first] = await commitChain(1);
    const commit = sampleMainBlock({ height: 2, previous_blockhash: first?.block.blockhash ?? "" });
    const again = { ...commit, transactions: first?.transactions ?? [] };
    await expectRejection(temp.store.commitMainBlock(again), refusal, "local");
    expect(await temp.store.mainBlockSummary("last")).to.include({ height: 1 });
    await temp.store.commitMainBlock(commit);
    expect(await temp.store.mainBlockSummary("last")).to.include({ height: 2 });
  });

  it("only the last block can be undone", async () => {
    await commitChain(3);
    const undo = (height: number) => temp.store.undoMainBlock(height);
    await expectRejection(undo(2), "BLOCK_NOT_LAST", "local");
    await expectRejection(undo(4), "BLOCK_NOT_LAST", "local");
    await undo(3);
    await undo(2);
    await undo(1);
    expect(await temp.store.mainBlockSummary("last")).to.equal(null);
    await expectRejection(undo(0), "BLOCK_NOT_LAST", "local");
  });
});

/** How much the store returns in one piece, in transactions and in characters of updates. */
const TRANSACTIONS_A_PIECE = 128;
const CHARACTERS_A_PIECE = 1_048_576;

describeStores("a main block read in pieces", (open) => {
  let temp: KeptStore;
  beforeEach(async () => {
    temp = await open();
  });
  afterEach(() => temp.remove());

  /** Commits a first block, then one with so many transactions and updates of so many characters. */
  async function commit(count: number, updatesLength: number): Promise<MainBlockSummary> {
    const first = sampleMainBlock({ height: 1, previous_blockhash: "" });
    await temp.store.commitMainBlock(first);
    const transactions = Array.from({ length: count }, () => [sampleAddress(7)]);
    const second = sampleMainBlock({ height: 2, previous_blockhash: first.block.blockhash, transactions });
    const update = `":{"old":null,"new":null}}`;
    const universal_updates =
      updatesLength < update.length + 2
        ? "[]"
        : `{"${"u".repeat(updatesLength - update.length - 2)}${update}`;
    await temp.store.commitMainBlock({ ...second, block: { ...second.block, universal_updates } });
    return second.block;
  }

  async function allOf<T>(source: AsyncIterable<T>): Promise<readonly T[]> {
    const all: T[] = [];
    for await (const each of source) all.push(each);
    return all;
  }

  const piecesOf = (block: MainBlockSummary): Promise<readonly string[]> =>
    allOf(mainBlockToPieces(block, temp.store.mainBlockBody(block)));

  for (const [count, updatesLength] of [
    [0, 2],
    [1, CHARACTERS_A_PIECE - 1],
    [TRANSACTIONS_A_PIECE, CHARACTERS_A_PIECE],
    [TRANSACTIONS_A_PIECE + 1, CHARACTERS_A_PIECE + 1],
    [3 * TRANSACTIONS_A_PIECE + 5, 3 * CHARACTERS_A_PIECE],
  ] as const) {
    it(`is the whole block: ${count} transactions, ${updatesLength} characters of updates`, async () => {
      const block = await commit(count, updatesLength);
      const pieces = await piecesOf(block);
      const stored = await mainBlock(temp.store, { height: 2 });
      expect(pieces.join("")).to.equal(stored === null ? null : mainBlockToText(stored));
      for (const piece of pieces) expect(piece.length).to.be.at.most(CHARACTERS_A_PIECE * 2);
      const parts = Math.floor(updatesLength / CHARACTERS_A_PIECE) + 1;
      const universal = await allOf(temp.store.mainBlockBody(block).universal_updates);
      expect(universal.length).to.equal(parts);
    });
  }

  it("blocks that are read together end before they are too long", async () => {
    const { height } = await commit(1, 1000);
    const lengthOf = async (at: number): Promise<number> => {
      const { seal, transactions, universal_updates, local_updates } =
        (await mainBlock(temp.store, { height: at })) ?? expect.fail();
      return [seal, transactions, universal_updates, local_updates].join("").length;
    };
    const heights = async (maxLength: number): Promise<readonly number[]> =>
      (await allOf(temp.store.streamMainBlocks(1, height, maxLength))).map((block) => block.height);
    // Quotes, braces and hashes of the transactions do not count.
    const both = (await lengthOf(1)) + (await lengthOf(2));
    expect(await heights(both)).to.deep.equal([1, 2]);
    expect(await heights(1000)).to.deep.equal([1]);
    expect(await heights(10)).to.deep.equal([]);
  });

  it("is refused when the block is undone meanwhile, and never continues with another one", async () => {
    const block = await commit(2 * TRANSACTIONS_A_PIECE, CHARACTERS_A_PIECE);
    const { transactions, universal_updates } = temp.store.mainBlockBody(block);
    const reading = transactions[Symbol.asyncIterator]();
    await reading.next();
    await temp.store.undoMainBlock(2);
    await expectRejection(reading.next(), "BLOCK_GONE", "unavailable");
    const other = sampleMainBlock({
      height: 2,
      previous_blockhash: block.previous_blockhash,
      branch: "other",
    });
    await temp.store.commitMainBlock(other);
    await expectRejection(universal_updates[Symbol.asyncIterator]().next(), "BLOCK_GONE", "unavailable");
  });
});
