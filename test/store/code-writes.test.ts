import { expect } from "chai";
import { hashOf } from "../../src/codec/hash.js";
import { sampleMainBlock } from "../support/sample-blocks.js";
import { describeStores, type KeptStore } from "../support/stores.js";

describeStores("the order of code writes (PROTOCOL 6.5)", (open) => {
  const [first, second, third] = ["01", "02", "03"].map((key) => hashOf("contract") + key) as [
    string,
    string,
    string,
  ];
  let temp: KeptStore;
  beforeEach(async () => {
    temp = await open();
  });
  afterEach(() => temp.remove());

  async function commit(codeKeys: readonly string[]): Promise<void> {
    const last = await temp.store.mainBlockSummary("last");
    const place = { height: (last?.height ?? 0) + 1, previous_blockhash: last?.blockhash ?? "" };
    await temp.store.commitMainBlock(sampleMainBlock({ ...place, codeKeys }));
  }

  async function undo(): Promise<void> {
    const last = await temp.store.mainBlockSummary("last");
    await temp.store.undoMainBlock(last?.height ?? 0);
  }

  async function keysUpTo(height?: number): Promise<readonly string[]> {
    return (await temp.store.listCodeWrites(height)).map(({ key }) => key);
  }

  it("is the order within a block, then of the blocks", async () => {
    await commit([second, first]);
    await commit([]);
    await commit([third]);
    expect(await keysUpTo()).to.deep.equal([second, first, third]);
  });

  it("puts a code that is written again last", async () => {
    await commit([first, second]);
    await commit([first]);
    expect(await keysUpTo()).to.deep.equal([second, first]);
  });

  it("treats two spellings of a key as one code, spelled as last written (PROTOCOL 2.7)", async () => {
    await commit([first, second]);
    await commit([`${first}00`]);
    expect(await keysUpTo()).to.deep.equal([second, `${first}00`]);
  });

  it("is that of each height", async () => {
    await commit([first, second]);
    await commit([]);
    await commit([first, third]);
    expect(await keysUpTo(0)).to.deep.equal([]);
    expect(await keysUpTo(2)).to.deep.equal([first, second]);
    expect(await temp.store.listCodeWrites(3)).to.deep.equal([
      { key: second, height: 1 },
      { key: first, height: 3 },
      { key: third, height: 3 },
    ]);
  });

  it("is the earlier one again after an undo", async () => {
    await commit([first, second]);
    await commit([first, third]);
    await undo();
    expect(await keysUpTo()).to.deep.equal([first, second]);
    await undo();
    expect(await keysUpTo()).to.deep.equal([]);
  });
});
