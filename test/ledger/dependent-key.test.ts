import { expect } from "chai";
import { padStateKey } from "../../src/codec/state-key.js";
import type { Client } from "../../src/client/create-client.js";
import { rewindTo } from "../../src/ledger/rewind.js";
import { createEngineClient } from "../../src/api/engine-client.js";
import { at } from "../../src/replay/at.js";
import { ReadChain } from "../../src/replay/read-chain.js";
import { openRemoteChain, openRemoteStore } from "../../src/replay/remote/remote-store.js";
import { PastState, stateChanges } from "../../src/replay/past-state.js";
import { switchChains } from "../../src/peers/sync/switch-chains.js";
import type { MainBlock } from "../../src/records/main-block.js";
import { OverlayStore } from "../../src/store/overlay/overlay-store.js";
import { findTableDifference } from "../../src/store/sqlite/compare.js";
import type { Store } from "../../src/store/store.js";
import { dumpDatabase } from "../support/database-dump.js";
import {
  addBlock,
  blocksOf,
  openPointerChain,
  pointedCell,
  replayOn,
  type PointerChain,
} from "../support/dependent-keys.js";
import { withoutStateAt } from "../support/without-state-at.js";
import { openTempStore, type TempStore } from "../support/temp-store.js";

const CELL = pointedCell("aa");
const SET = { type: "Set", p: "00", k: "aa" };
const PUT_1 = { type: "Put", p: "00", x: "1" };
const PUT_2 = { type: "Put", p: "00", x: "2" };
const COPY = { type: "Copy", k: "aa", y: "bb" };

async function valueIn(store: Store): Promise<unknown> {
  return (await store.readState("universal", [padStateKey(CELL)])).get(padStateKey(CELL));
}

/** The tests of the chain Set, Put 1, Put 2, for any store. `putOne` is the height of Put 1. */
function itKeepsTheTrueValues(
  chainOf: () => { readonly chain: PointerChain; readonly putOne: number },
): void {
  it("lists null as the old value of the cell, which the block's hash covers (PROTOCOL 8.3, 8.6)", async () => {
    const { chain, putOne } = chainOf();
    const blocks = await blocksOf(chain.ledger);
    expect(blocks[putOne - 1]?.universal_updates.get(CELL)).to.deep.equal({ old: null, new: "1" });
    expect(blocks[putOne]?.universal_updates.get(CELL)).to.deep.equal({ old: null, new: "2" });
  });

  it("gives the cell's value at each height", async () => {
    const { chain, putOne } = chainOf();
    const open = () => ReadChain.ofStore(chain.ledger.store, chain.ledger.network);
    const values = [putOne - 1, putOne, putOne + 1].map((height) =>
      new PastState(open, height).state("universal", CELL),
    );
    expect(await Promise.all(values)).to.deep.equal([null, "1", "2"]);
  });

  it("returns the earlier value as what the last block changed", async () => {
    const { chain, putOne } = chainOf();
    const past = await ReadChain.ofStore(chain.ledger.store, chain.ledger.network);
    const changes = await all(stateChanges(past, putOne, putOne + 1));
    const { kind, old, new: now } = changes.find(({ stateKey }) => stateKey === CELL) ?? {};
    expect({ kind, old, now }).to.deep.equal({ kind: "universal", old: "1", now: "2" });
  });

  it("has the earlier value again when a block is rewound, and continues as if the block had never been", async () => {
    const { chain, putOne } = chainOf();
    await rewindTo(chain.ledger, putOne, { isForced: true });
    expect(await valueIn(chain.ledger.store)).to.equal("1");
    const copied = await addBlock(chain, [COPY]);
    expect(copied.universal_updates.get(pointedCell("bb"))).to.deep.equal({ old: null, new: "1" });
    await expectReplayed(chain);
  });

  it("accepts another branch in place of the block, which reads the earlier value", async () => {
    const { chain, putOne } = chainOf();
    const blocks = (await blocksOf(chain.ledger)).slice(0, putOne);
    const other = await openTempStore();
    const theirs = { ...chain, ledger: await replayOn(other.store, chain, blocks) };
    const branch = [await addBlock(theirs, [COPY]), await addBlock(theirs, [PUT_2])];
    await switchTo(chain, putOne, branch);
    expect(chain.ledger.tip).to.deep.equal(theirs.ledger.tip);
    await expectReplayed(chain);
    await other.remove();
  });
}

async function switchTo({ ledger }: PointerChain, main: number, branch: readonly MainBlock[]): Promise<void> {
  const theirs = { main: branch, resource: [] };
  const nowUs = branch.at(-1)?.s_timestamp ?? 0;
  const common = { main, resource: ledger.resourceChain.tip?.height ?? 0 };
  await switchChains(ledger, { common, theirs }, { nowUs: () => nowUs });
}

/** Expects that a chain's state is what a replay of its blocks gives. */
async function expectReplayed(chain: PointerChain): Promise<void> {
  const empty = await openTempStore();
  const { store } = await replayOn(empty.store, chain, await blocksOf(chain.ledger));
  for (const kind of ["universal", "local"] as const)
    expect(await chain.ledger.store.listState(kind, "")).to.deep.equal(await store.listState(kind, ""));
  await empty.remove();
}

async function all<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

describe("A cell whose key depends on a read (PROTOCOL 7.5, 8.5), in SQLite", () => {
  let temp: TempStore;
  let chain: PointerChain;
  let putOne: number;
  let dumps: string[];
  beforeEach(async () => {
    temp = await openTempStore();
    chain = await openPointerChain(temp.store);
    dumps = [];
    for (const call of [SET, PUT_1, PUT_2]) {
      await addBlock(chain, [call]);
      dumps.push(await dumpDatabase(temp.file));
    }
    putOne = chain.ledger.tip.height - 1;
  });
  afterEach(() => temp.remove());

  itKeepsTheTrueValues(() => ({ chain, putOne }));

  it("leaves every row as it was before each block that is undone", async () => {
    for (const dump of dumps.slice(0, -1).toReversed()) {
      await chain.ledger.undo();
      expect(await dumpDatabase(temp.file)).to.equal(dump);
    }
  });

  it("is derived again to the same rows, also after an undo", async () => {
    for (const isUndone of [false, true]) {
      if (isUndone) await chain.ledger.undo();
      const other = await openTempStore();
      await replayOn(other.store, chain, await blocksOf(chain.ledger));
      expect(await findTableDifference(temp.file, other.file)).to.equal(null);
      await other.remove();
    }
  });
});

describe("A cell whose key depends on a read (PROTOCOL 7.5, 8.5), of a remote node without StateAt", () => {
  let temp: TempStore;
  let chain: PointerChain;
  let client: Client;
  /** The heights from which blocks were asked for. */
  let asked: number[];
  beforeEach(async () => {
    temp = await openTempStore();
    chain = await openPointerChain(temp.store);
    for (const call of [SET, PUT_1, PUT_2]) await addBlock(chain, [call]);
    asked = [];
    const engine = withoutStateAt(createEngineClient(chain.node, "test"));
    client = {
      ...engine,
      getBlocks(from) {
        asked.push(from);
        return engine.getBlocks(from);
      },
    };
  });
  afterEach(() => temp.remove());

  it("has its value at each height, and in the changes of a block", async () => {
    const open = () => openRemoteChain(client, chain.ledger.network);
    const { height } = chain.ledger.tip;
    const values = [height - 2, height - 1, height].map((at) =>
      new PastState(open, at).state("universal", CELL),
    );
    expect(await Promise.all(values)).to.deep.equal([null, "1", "2"]);
    const changes = await all(stateChanges(await open(), height - 1, height));
    expect(changes.find(({ stateKey }) => stateKey === CELL)).to.include({ old: "1", new: "2" });
  });

  it("has in a fork the value from before the blocks that the node adds later", async () => {
    const remote = await openRemoteStore(client, chain.ledger.network);
    const fork = await OverlayStore.over(await at(remote, chain.ledger.tip.height));
    await addBlock(chain, [{ type: "Put", p: "00", x: "3" }]);
    expect(await valueIn(fork)).to.equal("2");
    const { height } = chain.ledger.tip;
    const before = await fork.readState("universal", [padStateKey(CELL)], height - 2);
    expect([...before.values()]).to.deep.equal(["1"]);
  });

  it("needs no read of the blocks below when the cell was truly absent", async () => {
    const { blockhash } = await addBlock(chain, [{ type: "Write", k: "cc", x: "1" }]);
    const { height } = chain.ledger.tip;
    expect(chain.ledger.tip.blockhash).to.equal(blockhash);
    const past = new PastState(() => openRemoteChain(client, chain.ledger.network), height - 1);
    expect(await past.state("universal", pointedCell("cc"))).to.equal(null);
    expect(Math.min(...asked)).to.equal(height);
  });
});

describe("A cell whose key depends on a read (PROTOCOL 7.5, 8.5), in an overlay", () => {
  for (const [title, inBase] of [
    ["over a chain without it", 0],
    ["over a chain that holds its first value", 2],
  ] as const) {
    describe(title, () => {
      let temp: TempStore;
      let chain: PointerChain;
      let putOne: number;
      beforeEach(async () => {
        temp = await openTempStore();
        const base = await openPointerChain(temp.store);
        const calls = [SET, PUT_1, PUT_2];
        for (const call of calls.slice(0, inBase)) await addBlock(base, [call]);
        chain = { ...base, ledger: base.ledger.over(await OverlayStore.over(temp.store)) };
        for (const call of calls.slice(inBase)) await addBlock(chain, [call]);
        putOne = chain.ledger.tip.height - 1;
      });
      afterEach(() => temp.remove());

      itKeepsTheTrueValues(() => ({ chain, putOne }));
    });
  }
});
