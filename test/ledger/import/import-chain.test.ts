import { expect } from "chai";
import { readAhead } from "../../../src/ledger/import/import-chain.js";
import type { MainBlock } from "../../../src/records/main-block.js";
import { recordedMainBlocks } from "../../support/recorded-chain.js";

async function* each(blocks: readonly MainBlock[], failure?: Error): AsyncGenerator<MainBlock> {
  yield* blocks;
  if (failure !== undefined) throw failure;
}

describe("Blocks read ahead of their turn", () => {
  const blocks = recordedMainBlocks();
  const heights = blocks.map(({ height }) => height);

  it("come in order, and are announced together before the blocks before them are used up", async () => {
    const announced: number[] = [];
    const read: number[] = [];
    const onRead = (window: readonly MainBlock[]): unknown => announced.push(window.length);
    for await (const { height } of readAhead(each(blocks), onRead)) {
      read.push(height);
      if (height === 64) expect(announced).to.deep.equal([64, blocks.length - 64]);
    }
    expect(read).to.deep.equal(heights);
  });

  it("precede the failure that ends the stream", async () => {
    const read: number[] = [];
    const failure = new Error("the end");
    const take = async (): Promise<void> => {
      for await (const { height } of readAhead(each(blocks, failure), () => undefined)) read.push(height);
    };
    expect(await take().catch((error: unknown) => error)).to.equal(failure);
    expect(read).to.deep.equal(heights);
  });
});
