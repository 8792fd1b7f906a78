import { expect } from "chai";
import { copyFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { prunedUpTo } from "../../src/store/pruned.js";
import { findDamage } from "../../src/store/sqlite/compare.js";
import { openSqliteStore } from "../../src/store/sqlite/open.js";
import { startChild } from "../support/child.js";
import { dumpDatabase } from "../support/database-dump.js";
import { createSeededRandom, seeded } from "../support/seeded-random.js";
import { makeTempDirectory } from "../support/temp-store.js";
import { crashBlock } from "./crash-chain.js";

const BLOCKS = 400;
const UP_TO = 390;
const LONGEST_LIFE = 6;

describe("a pruner killed at any moment (docs/pruning.md)", () => {
  let directory: string;
  beforeEach(async () => {
    directory = await makeTempDirectory();
  });
  afterEach(() => rm(directory, { recursive: true }));

  it(seeded("has removed whole turns, and the next one continues"), async function () {
    this.timeout(300_000);
    const random = createSeededRandom();
    const [file, unharmed] = [join(directory, "chain.sqlite"), join(directory, "unharmed.sqlite")];
    const store = await openSqliteStore({ file });
    let previous = "";
    for (let height = 1; height <= BLOCKS; height += 1) {
      const commit = crashBlock(height, previous);
      await store.commitMainBlock(commit);
      previous = commit.block.blockhash;
    }
    await store.close();
    await copyFile(file, unharmed);

    let horizon = 0;
    for (let kills = 0; horizon < UP_TO; kills += 1) {
      const child = startChild("store/programs/prune-blocks.js", [file, String(UP_TO)]);
      let reported = 0;
      for (let turns = Math.floor(random() * LONGEST_LIFE); turns >= 0; turns -= 1)
        reported = Number(await child.nextLine());
      for (let spins = Math.floor(random() * 50); spins > 0; spins -= 1)
        await new Promise((resolve) => setImmediate(resolve));
      await child.kill();
      const label = `kill ${kills}`;
      const [harmed, other] = [await openSqliteStore({ file }), await openSqliteStore({ file: unharmed })];
      horizon = await prunedUpTo(harmed);
      expect(horizon, label).to.be.at.least(reported);
      while ((await other.prune?.(UP_TO))?.horizon !== horizon);
      await Promise.all([harmed.close(), other.close()]);
      expect(await dumpDatabase(file), label).to.equal(await dumpDatabase(unharmed));
      expect(await findDamage(file), label).to.equal(null);
    }
  });
});
