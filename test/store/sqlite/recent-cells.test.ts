import { expect } from "chai";
import { setTimeout } from "node:timers/promises";
import { padStateKey } from "../../../src/codec/state-key.js";
import { hashOf } from "../../../src/codec/hash.js";
import { EMPTY, type Value } from "../../../src/codec/value.js";
import { RecentCells } from "../../../src/store/sqlite/recent-cells.js";
import { openSqliteStore } from "../../../src/store/sqlite/open.js";
import { heapBytes } from "../../support/heap-bytes.js";
import { sampleMainBlock } from "../../support/sample-blocks.js";
import { openTempStore, type TempStore } from "../../support/temp-store.js";

const [A, B] = [hashOf("a"), hashOf("b")].map(padStateKey) as [string, string];

/** Keeps what a query answered that began now. */
function note(recent: RecentCells, keys: readonly string[], found: Readonly<Record<string, Value>>): void {
  recent.noteRead("universal", {
    paddedKeys: keys,
    found: new Map(Object.entries(found)),
    version: recent.version,
  });
}

function commitOf(key: string, value: Value) {
  return sampleMainBlock({ height: 1, previous_blockhash: "", universal: [{ key, value }], local: [] });
}

describe("The cells that were used last", () => {
  let recent: RecentCells;
  beforeEach(() => {
    recent = new RecentCells();
  });
  const read = (...keys: string[]): Map<string, Value> | null => recent.read("universal", keys);

  it("are known with their values, and as absent, once a query has answered", () => {
    expect(read(A)).to.equal(null);
    note(recent, [A, B], { [A]: "1" });
    expect(read(A, B)).to.deep.equal(new Map([[A, "1"]]));
    expect(recent.read("local", [A])).to.equal(null);
  });

  it("do not keep the texts of which the values were parts", () => {
    const before = heapBytes();
    for (let at = 0; at < 20; at += 1) {
      const value = `${at}${"v".repeat(40)}${"x".repeat(1_048_576)}`.slice(0, 40);
      note(recent, [padStateKey(hashOf(`${at}`))], { [padStateKey(hashOf(`${at}`))]: value });
    }
    expect(heapBytes() - before).to.be.below(4 * 1_048_576);
  });

  it("are those that blocks wrote, by the padded key", () => {
    recent.noteCommit([commitOf(A.replace(/0+$/, ""), 5n)]);
    expect(read(A)).to.deep.equal(new Map([[A, 5n]]));
    recent.noteCommit([commitOf(A, null)]);
    expect(read(A)).to.deep.equal(new Map());
  });

  it("are not taken from a query during which a block was committed or undone", () => {
    for (const change of [() => recent.noteCommit([commitOf(A, "2")]), () => recent.clear()]) {
      const { version } = recent;
      change();
      recent.noteRead("universal", { paddedKeys: [A, B], found: new Map([[A, "1"]]), version });
      expect(read(B)).to.equal(null);
      expect(read(A)?.get(A)).not.to.equal("1");
    }
  });

  it("are short: long values, large integers and lists are asked for", () => {
    const values: readonly Value[] = ["x".repeat(129), 2n ** 64n, EMPTY, ["a"], 1.5];
    for (const [index, value] of values.entries()) {
      note(recent, [A], { [A]: "1" });
      recent.noteCommit([commitOf(A, value)]);
      expect(read(A), `value ${index}`).to.equal(null);
    }
  });
});

describe("A store that keeps the cells that were used last", () => {
  let temp: TempStore;
  beforeEach(async () => {
    temp = await openTempStore();
  });
  afterEach(() => temp.remove());

  async function commit(value: Value): Promise<void> {
    const { height = 0, blockhash = "" } = (await temp.store.mainBlockSummary("last")) ?? {};
    const place = { height: height + 1, previous_blockhash: blockhash };
    await temp.store.commitMainBlock(
      sampleMainBlock({ ...place, universal: [{ key: A, value }], local: [] }),
    );
  }
  const value = async (): Promise<Value> => (await temp.store.readState("universal", [A])).get(A) ?? null;

  it("answers as the last block left them, whenever it is asked", async () => {
    expect(await value()).to.equal(null);
    for (const next of ["1", "x".repeat(1000), "2", null, "3"]) {
      const during: Promise<Value>[] = [];
      const before = await value();
      const committing = commit(next);
      for (let turn = 0; turn < 20; turn += 1) {
        during.push(value());
        await setTimeout(0);
      }
      await committing;
      expect(await value()).to.equal(next);
      for (const seen of await Promise.all(during)) expect([before, next]).to.include(seen);
      expect(await value()).to.equal(next);
    }
    await temp.store.undoMainBlock(5);
    expect(await value()).to.equal(null);
    await temp.store.undoMainBlock(4);
    expect(await value()).to.equal("2");
  });

  it("knows the length of what it keeps, and of what it does not", async () => {
    for (const next of ["é", true, "x".repeat(1000)]) {
      await commit(next);
      const known = await temp.store.stateLength("universal", [A, B]);
      const moment = await temp.store.snapshot((store) => store.stateLength("universal", [A, B]));
      expect(known).to.equal(moment);
    }
  });

  it("keeps none where another process may write", async () => {
    await commit("1");
    const reader = await openSqliteStore({ file: temp.file, readOnly: true });
    try {
      expect((await reader.readState("universal", [A])).get(A)).to.equal("1");
      await commit("2");
      expect((await reader.readState("universal", [A])).get(A)).to.equal("2");
    } finally {
      await reader.close();
    }
  });
});
