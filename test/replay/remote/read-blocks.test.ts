import { expect } from "chai";
import { timeHash } from "../../../src/codec/hash.js";
import type { MainBlock } from "../../../src/records/main-block.js";
import { readBlocks, type BlockSource } from "../../../src/replay/remote/read-blocks.js";

const WINDOW = 4;

function blockAt(height: number): MainBlock {
  return {
    height,
    s_timestamp: height,
    previous_blockhash: "",
    blockhash: timeHash("block", height),
    seal: new Map(),
    transactions: [],
    universal_updates: new Map(),
    local_updates: new Map(),
  };
}

/** A node of ten blocks that notes what it is asked for; those from `fullFrom` on claim to be full. */
function nodeOf(fullFrom: number): { readonly asked: string[]; readonly source: BlockSource } {
  const asked: string[] = [];
  const window = (from: number): readonly MainBlock[] =>
    Array.from({ length: 10 }, (_, index) => blockAt(index + 1))
      .filter(({ height }) => height >= from)
      .slice(0, WINDOW);
  const source: BlockSource = {
    async getBlockSummaries(from) {
      return Array.from(window(from), (block) => ({
        ...block,
        transaction_count: block.height < fullFrom ? 1 : 2048,
      }));
    },
    async getBlocks(from) {
      asked.push(`window ${from}`);
      return window(from);
    },
    async getBlock(target) {
      asked.push(`block ${target}`);
      return blockAt(Number(target));
    },
  };
  return { asked, source };
}

async function heightsOf(source: BlockSource, from: number): Promise<readonly number[]> {
  const heights: number[] = [];
  for await (const { height } of readBlocks(source, from)) heights.push(height);
  return heights;
}

describe("Blocks of another node", () => {
  it("come in windows while they are small, and one by one where a window would be long", async () => {
    const { asked, source } = nodeOf(6);
    expect(await heightsOf(source, 2)).to.deep.equal([2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(asked).to.deep.equal(["window 2", "block 6", "block 7", "block 8", "block 9", "window 10"]);
  });

  it("end where the node keeps none of the blocks that it lists", async () => {
    const { source } = nodeOf(1);
    const other: BlockSource = { ...source, getBlock: async () => null };
    expect(await heightsOf(other, 1)).to.deep.equal([]);
  });
});
