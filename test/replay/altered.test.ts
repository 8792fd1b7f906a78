import { expect } from "chai";
import { hashOf } from "../../src/codec/hash.js";
import { padStateKey } from "../../src/codec/state-key.js";
import { altered } from "../../src/replay/altered.js";
import { IN_MEMORY, openSqliteStore } from "../../src/store/sqlite/open.js";
import type { Store, StoreReader } from "../../src/store/store.js";
import { sampleMainBlock } from "../support/sample-blocks.js";

const PREFIX = hashOf("prefix");
const [KEPT, CHANGED, REMOVED, ADDED] = ["01", "02", "03", "04"].map((key) => padStateKey(PREFIX + key)) as [
  string,
  string,
  string,
  string,
];
const ALL = [KEPT, CHANGED, REMOVED, ADDED];

describe("A chain with other values in some cells", () => {
  let store: Store;
  let reader: StoreReader;
  before(async () => {
    store = await openSqliteStore({ file: IN_MEMORY });
    const universal = [KEPT, CHANGED, REMOVED].map((key) => ({ key, old: null, value: "stored" }));
    await store.commitMainBlock(sampleMainBlock({ height: 1, previous_blockhash: "", universal }));
    const cells = [
      [CHANGED, "new"],
      [REMOVED, null],
      [ADDED, "new"],
    ] as const;
    reader = altered(store, { universal: new Map(cells), local: new Map() });
  });
  after(() => store.close());

  it("reads and lists the given values, and the stored ones of all other cells", async () => {
    const expected = [
      [KEPT, "stored"],
      [CHANGED, "new"],
      [ADDED, "new"],
    ];
    expect([...(await reader.readState("universal", ALL))]).to.deep.equal(expected);
    const listed = await reader.listState("universal", PREFIX);
    expect(listed.map(({ key, value }) => [padStateKey(key), value])).to.deep.equal(expected);
    expect(await reader.stateLength("universal", ALL)).to.equal('"stored""new""new"'.length);
    expect(await reader.stateLength("local", ALL)).to.equal(0);
  });

  it("leaves the store and the blocks as they are", async () => {
    expect((await store.readState("universal", ALL)).get(CHANGED)).to.equal("stored");
    expect(await reader.mainBlockSummary("last")).to.deep.equal(await store.mainBlockSummary("last"));
  });
});
