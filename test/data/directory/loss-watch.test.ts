import { expect } from "chai";
import { rm } from "node:fs/promises";
import { findLoss } from "../../../src/data/directory/chain-loss.js";
import { dataDirectory, type DataDirectory } from "../../../src/data/directory/data-directory.js";
import { LossWatch } from "../../../src/data/directory/loss-watch.js";
import { readTipNote, writeTipNote } from "../../../src/data/directory/tip-note.js";
import { IN_MEMORY, openSqliteStore } from "../../../src/store/sqlite/open.js";
import { NO_BLOCKS, type Store } from "../../../src/store/store.js";
import { sampleMainBlock, sampleResourceBlock } from "../../support/sample-blocks.js";
import { makeTempDirectory } from "../../support/temp-store.js";

const HAD = 5;

describe("The watch for lost blocks", () => {
  let directory: DataDirectory;
  let watch: LossWatch;
  let store: Store;
  let sound: number;

  /** Commits blocks of a branch after the tip. */
  async function commit(blocks: number, branch = "ours"): Promise<void> {
    for (let made = 0; made < blocks; made += 1) {
      const tip = await store.mainBlockSummary("last");
      const previous_blockhash = tip?.blockhash ?? "";
      await store.commitMainBlock(
        sampleMainBlock({ height: (tip?.height ?? 0) + 1, previous_blockhash, branch }),
      );
    }
  }

  async function open(): Promise<void> {
    watch = await LossWatch.open(directory);
    store = await openSqliteStore({ file: IN_MEMORY, ends: watch });
    await watch.watch(directory, store);
    sound = 0;
    watch.onceSound(() => (sound += 1));
  }

  async function close(): Promise<void> {
    await store.close();
    await watch.close();
  }

  beforeEach(async () => {
    directory = dataDirectory(await makeTempDirectory());
    await open();
    await commit(HAD);
    await store.commitResourceBlock(sampleResourceBlock(1, ""));
  });
  afterEach(async () => {
    await close();
    await rm(directory.path, { recursive: true });
  });

  it("reports no loss while the chain grows and shrinks", async () => {
    await store.undoMainBlock(HAD);
    expect((await readTipNote(directory.tipFile))?.main.height).to.equal(HAD - 1);
    expect(await findLoss(directory, store)).to.equal(null);
  });

  it("ends the loss when peers have supplied the same blocks of both chains", async () => {
    await close();
    await open();
    expect(watch.loss).to.include({ chain: "main", height: HAD, found: 0 });
    await commit(HAD - 1);
    expect(watch.loss).to.include({ chain: "main" });
    await commit(1);
    expect(watch.loss).to.include({ chain: "resource", height: 1, found: 0 });
    expect(sound).to.equal(0);
    await store.commitResourceBlock(sampleResourceBlock(1, ""));
    expect({ loss: watch.loss, sound }).to.deep.equal({ loss: null, sound: 1 });
    await commit(1);
    expect((await readTipNote(directory.tipFile))?.main.height).to.equal(HAD + 1);
  });

  it("ends the loss when peers have supplied another chain of the same height", async () => {
    await writeTipNote(directory.tipFile, {
      ...NO_BLOCKS,
      main: { height: HAD, blockhash: (await store.mainBlockSummary("last"))?.blockhash ?? "" },
    });
    await close();
    await open();
    await commit(HAD - 1, "theirs");
    expect(watch.loss).to.include({ height: HAD });
    await commit(1, "theirs");
    expect({ loss: watch.loss, sound }).to.deep.equal({ loss: null, sound: 1 });
  });

  it("ends the loss when it is accepted, also after a restart", async () => {
    await close();
    await open();
    await commit(2);
    await watch.accept();
    expect({ loss: watch.loss, sound }).to.deep.equal({ loss: null, sound: 1 });
    expect(await findLoss(directory, store)).to.equal(null);
  });
});
