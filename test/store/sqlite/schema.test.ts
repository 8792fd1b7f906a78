import { expect } from "chai";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openConnection } from "../../../src/store/sqlite/connection.js";
import { chooseSqliteDriver } from "../../../src/store/sqlite/open-driver.js";
import { openSalvage } from "../../../src/store/sqlite/salvage.js";
import { openSqliteStore } from "../../../src/store/sqlite/open.js";
import { dumpDatabase } from "../../support/database-dump.js";
import { expectRejection } from "../../support/expect-rejection.js";
import { openTempStore, makeTempDirectory } from "../../support/temp-store.js";
import { crashBlock } from "../crash-chain.js";

const BLOCKS = 60;
/** Deletes the rows that schema 1 did not have: those of cells that a block writes again under the same spelling. */
const SAME_SPELLING = (kind: string): string =>
  `DELETE FROM replaced_cells WHERE kind = '${kind}' AND EXISTS (
     SELECT 1 FROM main_block_bodies, json_each(${kind}_updates) AS written
     WHERE main_block_bodies.height = replaced_cells.height
       AND substr(written.key || '${"0".repeat(128)}', 1, 128) = lower(hex(replaced_cells.cell))
       AND length(written.key) = replaced_cells.written_length AND written.value -> 'new' <> 'null');`;

/** Turn a database of one schema into what a release of the schema before would have made of the same blocks. */
const BACK_TO_SCHEMA_3 = "DROP TABLE undone_blocks; PRAGMA user_version = 3;";
const BACK_TO_SCHEMA_2 =
  BACK_TO_SCHEMA_3 + "ALTER TABLE main_blocks DROP COLUMN resource_blockhash; PRAGMA user_version = 2;";
const BACK_TO_SCHEMA_1 = `${SAME_SPELLING("universal")} ${SAME_SPELLING("local")}
  ALTER TABLE replaced_cells DROP COLUMN value;
  ALTER TABLE replaced_cells RENAME TO replaced_spellings;
  PRAGMA user_version = 1;`;

async function makeEarlier(file: string, script: string): Promise<void> {
  const connection = await openConnection(file, "read-write");
  await connection.script(script);
  await connection.close();
}

const makeSchema1 = (file: string): Promise<void> => makeEarlier(file, BACK_TO_SCHEMA_2 + BACK_TO_SCHEMA_1);

describe("a database of an earlier schema", () => {
  let directory: string;
  let file: string;
  beforeEach(async () => {
    directory = await makeTempDirectory();
    file = join(directory, "chain.sqlite");
    const store = await openSqliteStore({ file });
    for (let height = 1; height <= BLOCKS; height += 1) {
      const last = await store.lastMainBlock();
      await store.commitMainBlock(crashBlock(height, last?.blockhash ?? ""));
    }
    await store.close();
  });
  afterEach(() => rm(directory, { recursive: true }));

  it("of schema 3 has the table of undone blocks once it is opened", async () => {
    const before = await dumpDatabase(file);
    await makeEarlier(file, BACK_TO_SCHEMA_3);
    expect(await dumpDatabase(file)).not.to.contain("undone_blocks");
    await (await openSqliteStore({ file })).close();
    expect(await dumpDatabase(file)).to.equal(before);
  });

  it("of schema 2 has every row once it is opened, and is read as it is by a salvage", async () => {
    const before = await dumpDatabase(file);
    await makeEarlier(file, BACK_TO_SCHEMA_2);
    const earlier = await dumpDatabase(file);
    const salvage = await openSalvage(file);
    expect((await salvage.store.mainBlock({ height: BLOCKS }))?.height).to.equal(BLOCKS);
    await salvage.close();
    expect(await dumpDatabase(file)).to.equal(earlier);
    await (await openSqliteStore({ file })).close();
    expect(await dumpDatabase(file)).to.equal(before);
  });

  it("of schema 1 has every row once it is opened, also values that no block lists (PROTOCOL 8.5)", async () => {
    const before = await dumpDatabase(file);
    await makeSchema1(file);
    expect(await dumpDatabase(file)).not.to.contain("replaced_cells");
    await (await openSqliteStore({ file })).close();
    expect(await dumpDatabase(file)).to.equal(before);
  });

  it("is copied beside the upgraded one, as an earlier version reads it, and the user is told", async () => {
    await makeEarlier(file, BACK_TO_SCHEMA_2);
    const earlier = await dumpDatabase(file);
    // A killed copy is made again.
    await writeFile(`${file}.schema-2.partial`, "half");
    const news: string[] = [];
    chooseSqliteDriver({ onNews: (text) => news.push(text) });
    await (await openSqliteStore({ file })).close();
    await (await openSqliteStore({ file })).close();
    expect(await dumpDatabase(`${file}.schema-2`)).to.equal(earlier);
    expect(news).to.have.length(1);
    expect(news[0]).to.include(`${file}.schema-2`);
  });

  it("restores the earlier state when its blocks are undone", async () => {
    await makeSchema1(file);
    const store = await openSqliteStore({ file });
    for (let height = BLOCKS; height > BLOCKS / 2; height -= 1) await store.undoMainBlock(height);
    await store.close();
    const shorter = await openTempStore();
    for (let height = 1; height <= BLOCKS / 2; height += 1) {
      const last = await shorter.store.lastMainBlock();
      await shorter.store.commitMainBlock(crashBlock(height, last?.blockhash ?? ""));
    }
    expect(await dumpDatabase(file)).to.equal(await dumpDatabase(shorter.file));
    await shorter.remove();
  });

  it("is not opened read-only, and is unchanged when it cannot be upgraded", async () => {
    await makeSchema1(file);
    await expectRejection(openSqliteStore({ file, readOnly: true }), "DATABASE_SCHEMA_EARLIER", "local");
    const connection = await openConnection(file, "read-write");
    await connection.script("UPDATE main_block_bodies SET local_updates = '{' WHERE height = 7");
    await connection.close();
    const before = await dumpDatabase(file);
    await expectRejection(openSqliteStore({ file }), "DATABASE_ERROR", "local");
    expect(await dumpDatabase(file)).to.equal(before);
  });
});
