import { expect } from "chai";
import { hashOf } from "../../src/codec/hash.js";
import { padStateKey } from "../../src/codec/state-key.js";
import type { Store } from "../../src/store/store.js";
import { sampleMainBlock } from "../support/sample-blocks.js";
import { describeStores, type KeptStore } from "../support/stores.js";

const BLOCKS = 1100;
const HOT = `${hashOf("hot")}01`;
const COLD = `${hashOf("cold")}01`;
const NEVER = `${hashOf("never")}01`;
const LAST_COLD = 1090;

describeStores("the values of cells after an earlier block (PROTOCOL 8.5)", (open) => {
  let temp: KeptStore;
  let store: Store;
  before(async () => {
    temp = await open();
    ({ store } = temp);
    for (let height = 1; height <= BLOCKS; height += 1) await commit(height);
  });
  after(() => temp.remove());

  /** Every block writes a count to HOT, under two spellings; two blocks write COLD. */
  async function commit(height: number): Promise<void> {
    const cold =
      height === 5 || height === LAST_COLD ? { [COLD]: { old: height === 5 ? null : 5, new: height } } : {};
    const old = height === 1 ? null : height - 1;
    const updates = { ...cold, [HOT]: { old, new: 0.5 }, [`${HOT}00`]: { old: 0.5, new: height } };
    const previous_blockhash = (await store.mainBlockSummary("last"))?.blockhash ?? "";
    const { block, ...rest } = sampleMainBlock({ height, previous_blockhash });
    const toEntry = ([key, update]: readonly [
      string,
      { readonly old: number | null; readonly new: number },
    ]) => ({
      key,
      old: update.old === null ? null : BigInt(update.old),
      value: BigInt(update.new),
    });
    const universal = [...Object.entries(cold).map(toEntry), toEntry([HOT, { old, new: height }])];
    await store.commitMainBlock({
      ...rest,
      block: { ...block, universal_updates: JSON.stringify(updates) },
      universal,
      local: [],
    });
  }

  const cells = [HOT, COLD, NEVER].map(padStateKey);
  const valuesAt = async (height: number) => {
    const values = await store.readState("universal", cells, height);
    return cells.map((cell) => values.get(cell));
  };

  it("are the old value of the first later write, over any number of blocks and spellings", async () => {
    expect(await valuesAt(0)).to.deep.equal([undefined, undefined, undefined]);
    expect(await valuesAt(5)).to.deep.equal([5n, 5n, undefined]);
    expect(await valuesAt(LAST_COLD - 1)).to.deep.equal([BigInt(LAST_COLD - 1), 5n, undefined]);
  });

  it("are the present values of cells that no later block wrote", async () => {
    const cold = BigInt(LAST_COLD);
    expect(await valuesAt(LAST_COLD)).to.deep.equal([cold, cold, undefined]);
    expect(await valuesAt(BLOCKS)).to.deep.equal([BigInt(BLOCKS), cold, undefined]);
    expect(await store.readState("local", cells, 0)).to.have.property("size", 0);
  });
});
