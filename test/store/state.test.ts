import { expect } from "chai";
import { canonicalJson } from "../../src/codec/canonical-json.js";
import { padStateKey } from "../../src/codec/state-key.js";
import { hashOf } from "../../src/codec/hash.js";
import { EMPTY, type Value } from "../../src/codec/value.js";
import type { StateEntry } from "../../src/store/store.js";
import { sampleMainBlock } from "../support/sample-blocks.js";
import { describeStores, type KeptStore } from "../support/stores.js";
import { setImmediate } from "node:timers/promises";
import { readValues } from "../../src/store/read-values.js";

describeStores("state cells (PROTOCOL 2.7, 2.8)", (open) => {
  const prefix = hashOf("prefix");
  const other = hashOf("another prefix");
  let temp: KeptStore;
  let height: number;
  beforeEach(async () => {
    temp = await open();
    height = 0;
  });
  afterEach(() => temp.remove());

  async function commit(universal: readonly StateEntry[], local: readonly StateEntry[] = []): Promise<void> {
    const last = await temp.store.mainBlockSummary("last");
    height += 1;
    const previous_blockhash = last?.blockhash ?? "";
    await temp.store.commitMainBlock(sampleMainBlock({ height, previous_blockhash, universal, local }));
  }

  async function undo(): Promise<void> {
    await temp.store.undoMainBlock(height);
    height -= 1;
  }

  const streamed = (): Promise<readonly StateEntry[]> => temp.store.listState("universal", "");

  it("every type of value is returned as it was written", async () => {
    const values: Value[] = [
      false,
      true,
      "",
      "text / \u00e9 \u{1f600}",
      0n,
      2n ** 63n - 1n,
      1.5,
      EMPTY,
      ["a", [1n]],
      new Map<string, Value>([
        ["b", 1n],
        ["a", null],
      ]),
    ];
    await commit(values.map((value, index) => ({ key: `${prefix}0${index}`, value })));
    const padded = values.map((_, index) => padStateKey(`${prefix}0${index}`));
    const read = await temp.store.readState("universal", padded);
    expect(padded.map((key) => read.get(key))).to.deep.equal(values);
    const length = values.reduce<number>((sum, value) => sum + canonicalJson(value).length, 0);
    expect(await temp.store.stateLength("universal", [...padded, padStateKey("ff")])).to.equal(length);
    expect(await temp.store.stateLength("local", padded)).to.equal(0);
  });

  it("absent cells are left out, and the two kinds are apart", async () => {
    await commit([{ key: `${prefix}01`, value: "universal" }], [{ key: `${prefix}01`, value: "local" }]);
    const [present, absent] = [padStateKey(`${prefix}01`), padStateKey(`${prefix}02`)];
    expect(await temp.store.readState("universal", [absent, present])).to.deep.equal(
      new Map([[present, "universal"]]),
    );
    expect(await temp.store.readState("local", [present])).to.deep.equal(new Map([[present, "local"]]));
    expect(await temp.store.readState("local", [])).to.deep.equal(new Map());
  });

  it("a key that is not a state key reads as absent (PROTOCOL 2.5, 2.6)", async () => {
    await commit([{ key: `${prefix}ab`, value: "1" }]);
    const asked = ["zz", padStateKey(`${prefix}AB`), padStateKey(`${prefix}ab`) + "00", "", "'"];
    const read = await temp.store.readState("universal", asked);
    expect(asked.filter((key) => read.has(key))).to.deep.equal([]);
  });

  it("thousands of cells are read in one call", async () => {
    const entries = Array.from({ length: 6000 }, (_, index) => ({
      key: hashOf(`prefix ${index}`) + "01",
      value: BigInt(index),
    }));
    await commit(entries);
    const read = await temp.store.readState(
      "universal",
      entries.map(({ key }) => padStateKey(key)),
    );
    expect(read).to.deep.equal(new Map(entries.map(({ key, value }) => [padStateKey(key), value])));
  });

  it("null removes a cell, and removing an absent one changes nothing", async () => {
    await commit([{ key: `${prefix}01`, value: "1" }]);
    await commit([
      { key: `${prefix}01`, value: null },
      { key: `${prefix}02`, value: null },
    ]);
    expect(await temp.store.readState("universal", [padStateKey(`${prefix}01`)])).to.deep.equal(new Map());
    expect(await streamed()).to.deep.equal([]);
  });

  it("keys that differ by trailing zeros are one cell, and the last spelling is returned", async () => {
    await commit([{ key: `${prefix}10`, value: "1" }]);
    await commit([{ key: `${prefix}1000`, value: "2" }]);
    expect(await temp.store.listState("universal", prefix)).to.deep.equal([
      { key: `${prefix}1000`, value: "2" },
    ]);
  });

  it("an undo restores the earlier value, and its spelling (PROTOCOL 8.5)", async () => {
    await commit([{ key: `${prefix}10`, value: "1" }]);
    await commit([{ key: `${prefix}1000`, value: "2" }]);
    await commit([{ key: `${prefix}100000`, value: null }]);
    await undo();
    expect(await streamed()).to.deep.equal([{ key: `${prefix}1000`, value: "2" }]);
    await undo();
    expect(await streamed()).to.deep.equal([{ key: `${prefix}10`, value: "1" }]);
    await undo();
    expect(await streamed()).to.deep.equal([]);
  });

  it("a prefix lists its own cells in key order, page by page", async () => {
    const keys = ["ff", "00", "0102", "01", "a0"];
    await commit([
      ...keys.map((key) => ({ key: prefix + key, value: key })),
      { key: `${other}01`, value: "not listed" },
    ]);
    const sorted = ["00", "01", "0102", "a0", "ff"].map((key) => ({ key: prefix + key, value: key }));
    expect(await temp.store.listState("universal", prefix)).to.deep.equal(sorted);
    expect(await temp.store.listState("universal", prefix, { page: 2, count: 2 })).to.deep.equal(
      sorted.slice(2, 4),
    );
    expect(await temp.store.listState("universal", prefix, { page: 4, count: 2 })).to.deep.equal([]);
    const beyond = { page: Number.MAX_SAFE_INTEGER, count: 100 };
    expect(await temp.store.listState("universal", prefix, beyond)).to.deep.equal([]);
    expect(await temp.store.listState("local", prefix)).to.deep.equal([]);
  });

  it("a stream yields every cell once in key order, across its batches", async () => {
    const entries = Array.from({ length: 2500 }, (_, index) => ({
      key: hashOf(`cell ${index}`) + "01",
      value: `${index}`,
    }));
    await commit(entries);
    expect(await streamed()).to.deep.equal(entries.toSorted((a, b) => (a.key < b.key ? -1 : 1)));
  });
});

describe("Values of many rows", () => {
  const value = JSON.stringify(["7".repeat(40_000)]);

  it("are read in their order, and let other work run when they are long", async () => {
    const events: string[] = [];
    const another = setImmediate().then(() => events.push("another"));
    const rows = ["a", "b", "c", "d"].map((key) => ({ key, value }));
    await readValues(rows, ({ key }) => events.push(key));
    await another;
    expect(events).to.deep.equal(["a", "b", "another", "c", "d"]);
  });

  it("are read at once when they are short", async () => {
    const read: Value[] = [];
    const reading = readValues([{ value: "1" }, { value: "[]" }], (_, each) => read.push(each));
    expect(read).to.deep.equal([1n, []]);
    await reading;
  });
});
