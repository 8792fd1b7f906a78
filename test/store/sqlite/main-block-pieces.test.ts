import { expect } from "chai";
import { mainBlockToPieces, mainBlockToText } from "../../../src/records/main-block-text.js";
import type { MainBlockSummary } from "../../../src/store/store.js";
import { expectRejection } from "../../support/expect-rejection.js";
import { sampleAddress, sampleMainBlock } from "../../support/sample-blocks.js";
import { openTempStore, type TempStore } from "../../support/temp-store.js";

/** How much the store returns in one piece, in transactions and in characters. */
const TRANSACTIONS_A_PIECE = 128;
const CHARACTERS_A_PIECE = 65_536;

describe("a main block read in pieces from the SQLite store", () => {
  let temp: TempStore;
  beforeEach(async () => {
    temp = await openTempStore();
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

  async function piecesOf(block: MainBlockSummary): Promise<readonly string[]> {
    const pieces: string[] = [];
    for await (const piece of mainBlockToPieces(block, temp.store.mainBlockBody(block))) pieces.push(piece);
    return pieces;
  }

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
      const stored = await temp.store.mainBlock({ height: 2 });
      expect(pieces.join("")).to.equal(stored === null ? null : mainBlockToText(stored));
      for (const piece of pieces) expect(piece.length).to.be.at.most(CHARACTERS_A_PIECE * 2);
    });
  }

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
