import { expect } from "chai";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { findLoss } from "../../src/data/directory/chain-loss.js";
import { dataDirectory } from "../../src/data/directory/data-directory.js";
import { readTipNote } from "../../src/data/directory/tip-note.js";
import { openSqliteStore } from "../../src/store/sqlite/open.js";
import type { Store } from "../../src/store/store.js";
import { startChild } from "../support/child.js";
import { dumpDatabase } from "../support/database-dump.js";
import { createSeededRandom, seeded } from "../support/seeded-random.js";
import { makeTempDirectory, openTempStore, type TempStore } from "../support/temp-store.js";
import { crashBlock, isInsideRun } from "./crash-chain.js";

const LONGEST_LIFE = 12;

/** A process that writes the store is killed and looked at, this many times. */
export function describeCrash(rounds: number): void {
  describe("a writer killed at any moment", () => {
    let directory: string;
    let file: string;
    let replayed: TempStore;
    beforeEach(async () => {
      directory = await makeTempDirectory();
      file = join(directory, "chain.sqlite");
      replayed = await openTempStore();
    });
    afterEach(() => Promise.all([rm(directory, { recursive: true }), replayed.remove()]));

    it(seeded(`leaves whole blocks only, and ends between batches, ${rounds} times`), async function () {
      this.timeout(300_000 + rounds * 10_000);
      const random = createSeededRandom();
      for (let round = 0; round < rounds; round += 1) {
        const reported = await commitUntilKilled(file, random);
        // A read-only store must find the same as a writer that opens the database next.
        const reopened = await openSqliteStore({ file, readOnly: round % 2 === 1 });
        const height = (await reopened.mainBlockSummary("last"))?.height ?? 0;
        const label = `round ${round}`;
        // The note beside the database is never ahead of it, and includes every reported height.
        const noted = await readTipNote(dataDirectory(directory).tipFile);
        expect(noted?.main.height, label).to.be.at.least(reported).and.at.most(height);
        expect(await findLoss(dataDirectory(directory), reopened), label).to.equal(null);
        await reopened.close();
        expect(height, label).to.be.at.least(reported);
        expect(isInsideRun(height), `${label}, height ${height}`).to.equal(false);
        await replayTo(replayed.store, height);
        expect(await dumpDatabase(file), label).to.equal(await dumpDatabase(replayed.file));
      }
    });
  });
}

async function replayTo(store: Store, height: number): Promise<void> {
  for (;;) {
    const tip = await store.mainBlockSummary("last");
    const next = (tip?.height ?? 0) + 1;
    if (next > height) return;
    await store.commitMainBlock(crashBlock(next, tip?.blockhash ?? ""));
  }
}

/**
 * Lets a process commit some blocks and kills it in the middle of the next; returns the last height that it reported.
 */
async function commitUntilKilled(file: string, random: () => number): Promise<number> {
  const child = startChild("store/programs/commit-blocks.js", [file]);
  const life = Math.floor(random() * LONGEST_LIFE);
  let reported = 0;
  for (let line = 0; line <= life; line += 1) reported = Number(await child.nextLine());
  const spins = Math.floor(random() * 50);
  for (let turn = 0; turn < spins; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  await child.kill();
  return reported;
}
