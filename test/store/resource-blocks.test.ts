import { expect } from "chai";
import type { StoredResourceBlock } from "../../src/store/store.js";
import { expectRejection } from "../support/expect-rejection.js";
import { sampleResourceBlock } from "../support/sample-blocks.js";
import { describeStores, type KeptStore } from "../support/stores.js";

describeStores("resource blocks", (open) => {
  let temp: KeptStore;
  let chain: [StoredResourceBlock, StoredResourceBlock, StoredResourceBlock];
  beforeEach(async () => {
    temp = await open();
    const first = sampleResourceBlock(1, "");
    const second = sampleResourceBlock(2, first.blockhash);
    chain = [first, second, sampleResourceBlock(3, second.blockhash)];
    for (const block of chain) await temp.store.commitResourceBlock(block);
  });
  afterEach(() => temp.remove());

  it("are returned by height and by blockhash", async () => {
    expect(await temp.store.resourceBlock({ height: 2 })).to.deep.equal(chain[1]);
    expect(await temp.store.resourceBlock({ blockhash: chain[1].blockhash })).to.deep.equal(chain[1]);
    expect(await temp.store.resourceBlock({ height: 4 })).to.equal(null);
    expect(await temp.store.resourceBlock({ blockhash: "ff" })).to.equal(null);
  });

  it("are returned as a range, both ends included", async () => {
    expect(await temp.store.resourceBlocks(2, 9)).to.deep.equal(chain.slice(1));
    expect(await temp.store.resourceBlocks(4, 9)).to.deep.equal([]);
    expect(await temp.store.resourceBlock("last")).to.deep.equal(chain[2]);
  });

  it("are returned in summary, without their receipts", async () => {
    const summaries = await temp.store.resourceBlockSummaries(0, 2);
    expect(summaries.map((summary) => ({ ...summary, receipts: "[]" }))).to.deep.equal(chain.slice(0, 2));
    for (const summary of summaries) expect(summary).to.not.have.property("receipts");
  });

  it("the one before a time is the last with a timestamp below it (PROTOCOL 9.12)", async () => {
    const { timestamp } = chain[1];
    expect(await temp.store.resourceBlock({ before: timestamp + 1 })).to.deep.equal(chain[1]);
    expect(await temp.store.resourceBlock({ before: timestamp })).to.deep.equal(chain[0]);
    expect(await temp.store.resourceBlock({ before: chain[0].timestamp })).to.equal(null);
  });

  it("one that does not follow the last is refused", async () => {
    for (const block of [
      sampleResourceBlock(5, chain[2].blockhash),
      sampleResourceBlock(4, "ff"),
      chain[2],
    ]) {
      await expectRejection(temp.store.commitResourceBlock(block), "BLOCK_NOT_NEXT", "local");
    }
    expect(await temp.store.resourceBlock("last")).to.deep.equal(chain[2]);
  });

  it("only the last can be undone", async () => {
    await expectRejection(temp.store.undoResourceBlock(2), "BLOCK_NOT_LAST", "local");
    for (const height of [3, 2, 1]) await temp.store.undoResourceBlock(height);
    expect(await temp.store.resourceBlock("last")).to.equal(null);
  });
});
