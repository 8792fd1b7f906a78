import { expect } from "chai";
import { openConnection } from "../../../src/store/sqlite/connection.js";
import { openSqliteStore } from "../../../src/store/sqlite/open.js";
import type { MainBlockCommit, Store, UndoneBlock } from "../../../src/store/store.js";
import { OverlayStore } from "../../../src/store/overlay/overlay-store.js";
import { sampleMainBlock, sampleResourceBlock } from "../../support/sample-blocks.js";
import { openTempStore, type TempStore } from "../../support/temp-store.js";

const KEPT = 65_536;

function first(branch: string): MainBlockCommit {
  return sampleMainBlock({ height: 1, previous_blockhash: "", branch });
}

function undoneIn(store: Store, chain: "main" | "resource", hash: string): Promise<UndoneBlock | null> {
  return store.snapshot((moment) => moment.undoneBlock(chain, hash));
}

describe("undone blocks (docs/events.md)", () => {
  let temp: TempStore;
  beforeEach(async () => {
    temp = await openTempStore();
  });
  afterEach(() => temp.remove());

  for (const kind of ["in the database", "in an overlay"]) {
    it(`are known by their hash, each to its chain, ${kind}`, async () => {
      const store = kind === "in the database" ? temp.store : await OverlayStore.over(temp.store);
      const [block, resource] = [first("a"), sampleResourceBlock(1, "")];
      const { height, blockhash, previous_blockhash } = block.block;
      await store.commitMainBlock(block);
      await store.commitResourceBlock(resource);
      expect(await undoneIn(store, "main", blockhash)).to.equal(null);
      await store.undoResourceBlock(1);
      await store.undoMainBlock(1);
      expect(await undoneIn(store, "main", blockhash)).to.include({ height, blockhash, previous_blockhash });
      expect(await undoneIn(store, "resource", resource.blockhash)).to.include({ height: 1 });
      expect(await undoneIn(store, "resource", blockhash)).to.equal(null);
    });
  }

  it("are still known after a restart, and when they were undone twice", async () => {
    for (let times = 0; times < 2; times += 1) {
      await temp.store.commitMainBlock(first("a"));
      await temp.store.undoMainBlock(1);
    }
    const again = await openSqliteStore({ file: temp.file });
    expect(await undoneIn(again, "main", first("a").block.blockhash)).to.include({ height: 1 });
    await again.close();
  });

  it(`are forgotten after ${KEPT} others`, async () => {
    await temp.store.commitMainBlock(first("a"));
    await temp.store.undoMainBlock(1);
    const connection = await openConnection(temp.file, "read-write");
    await connection.run(
      `WITH RECURSIVE more (number) AS (SELECT 2 UNION ALL SELECT number + 1 FROM more WHERE number < ?)
       INSERT INTO undone_blocks SELECT number, 'main', 'hash ' || number, 1, '' FROM more`,
      KEPT,
    );
    await connection.close();
    expect(await undoneIn(temp.store, "main", first("a").block.blockhash)).not.to.equal(null);
    await temp.store.commitMainBlock(first("b"));
    await temp.store.undoMainBlock(1);
    expect(await undoneIn(temp.store, "main", first("a").block.blockhash)).to.equal(null);
    expect(await undoneIn(temp.store, "main", "hash 2")).not.to.equal(null);
    expect(await undoneIn(temp.store, "main", first("b").block.blockhash)).not.to.equal(null);
  });
});
