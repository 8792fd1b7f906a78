import { expect } from "chai";
import { hashOf } from "../../../src/codec/hash.js";
import { sampleMainBlock } from "../../support/sample-blocks.js";
import { openTempStore, type TempStore } from "../../support/temp-store.js";

describe("the order of code writes in the SQLite store (PROTOCOL 6.5)", () => {
  const [first, second, third] = ["01", "02", "03"].map((key) => hashOf("contract") + key) as [
    string,
    string,
    string,
  ];
  let temp: TempStore;
  beforeEach(async () => {
    temp = await openTempStore();
  });
  afterEach(() => temp.remove());

  async function commit(codeKeys: readonly string[]): Promise<void> {
    const last = await temp.store.lastMainBlock();
    const place = { height: (last?.height ?? 0) + 1, previous_blockhash: last?.blockhash ?? "" };
    await temp.store.commitMainBlock(sampleMainBlock({ ...place, codeKeys }));
  }

  async function undo(): Promise<void> {
    const last = await temp.store.lastMainBlock();
    await temp.store.undoMainBlock(last?.height ?? 0);
  }

  it("is the order within a block, then of the blocks", async () => {
    await commit([second, first]);
    await commit([]);
    await commit([third]);
    expect(await temp.store.listCodeWrites()).to.deep.equal([second, first, third]);
  });

  it("puts a code that is written again last", async () => {
    await commit([first, second]);
    await commit([first]);
    expect(await temp.store.listCodeWrites()).to.deep.equal([second, first]);
  });

  it("treats two spellings of a key as one code, spelled as last written (PROTOCOL 2.7)", async () => {
    await commit([first, second]);
    await commit([`${first}00`]);
    expect(await temp.store.listCodeWrites()).to.deep.equal([second, `${first}00`]);
  });

  it("is the earlier one again after an undo", async () => {
    await commit([first, second]);
    await commit([first, third]);
    await undo();
    expect(await temp.store.listCodeWrites()).to.deep.equal([first, second]);
    await undo();
    expect(await temp.store.listCodeWrites()).to.deep.equal([]);
  });
});
