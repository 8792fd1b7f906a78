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
/**
 * Turn a database of one schema into one that a release of the schema before may have made of the same blocks. What
 * only the earlier schemas held is left empty, because an upgrade reads the blocks alone.
 */
const BACK_TO_SCHEMA_5 = `
  CREATE TABLE linked_versions AS SELECT id, height, written_length, value FROM cell_versions;
  DROP VIEW cell_writes; DROP TABLE cell_versions; DROP TABLE cell_ends;
  CREATE TABLE cell_versions (id INTEGER NOT NULL, height INTEGER NOT NULL, written_length INTEGER NOT NULL, value TEXT,
    PRIMARY KEY (id, height)) STRICT, WITHOUT ROWID;
  INSERT INTO cell_versions SELECT * FROM linked_versions;
  CREATE INDEX cell_versions_by_height ON cell_versions (height);
  CREATE TABLE linked_lists AS
    SELECT address, row_number() OVER (PARTITION BY address ORDER BY number), number FROM address_transactions;
  DROP VIEW address_lists; DROP TABLE address_transactions; DROP TABLE address_ends;
  CREATE TABLE address_transactions (address INTEGER NOT NULL, position INTEGER NOT NULL, number INTEGER NOT NULL,
    PRIMARY KEY (address, position)) STRICT, WITHOUT ROWID;
  INSERT INTO address_transactions SELECT * FROM linked_lists;
  ALTER TABLE addresses DROP COLUMN first;
  DROP TABLE linked_versions; DROP TABLE linked_lists;
  PRAGMA user_version = 5;`;
const BACK_TO_SCHEMA_4 = `${BACK_TO_SCHEMA_5}
  CREATE TABLE universal_state (cell BLOB PRIMARY KEY, written_length INTEGER NOT NULL, value TEXT NOT NULL)
    STRICT, WITHOUT ROWID;
  CREATE TABLE local_state (cell BLOB PRIMARY KEY, written_length INTEGER NOT NULL, value TEXT NOT NULL)
    STRICT, WITHOUT ROWID;
  CREATE TABLE replaced_cells (height INTEGER NOT NULL, kind TEXT NOT NULL, cell BLOB NOT NULL,
    written_length INTEGER NOT NULL, value TEXT, PRIMARY KEY (height, kind, cell)) STRICT, WITHOUT ROWID;
  ALTER TABLE address_transactions RENAME TO listed;
  CREATE TABLE address_transactions (address TEXT NOT NULL, position INTEGER NOT NULL, number INTEGER NOT NULL,
    PRIMARY KEY (address, position)) STRICT, WITHOUT ROWID;
  INSERT INTO address_transactions
    SELECT addresses.address, position, number FROM listed JOIN addresses ON listed.address = addresses.id;
  UPDATE transactions SET addresses = (SELECT json_group_array(address ORDER BY named.key)
    FROM json_each(transactions.addresses) AS named JOIN addresses ON addresses.id = named.value);
  DROP TABLE listed; DROP TABLE addresses; DROP TABLE cell_versions; DROP TABLE cells;
  PRAGMA user_version = 4;`;
const BACK_TO_SCHEMA_3 = BACK_TO_SCHEMA_4 + "DROP TABLE undone_blocks; PRAGMA user_version = 3;";
const BACK_TO_SCHEMA_2 =
  BACK_TO_SCHEMA_3 + "ALTER TABLE main_blocks DROP COLUMN resource_blockhash; PRAGMA user_version = 2;";
const BACK_TO_SCHEMA_1 = `${BACK_TO_SCHEMA_2}
  ALTER TABLE replaced_cells DROP COLUMN value;
  ALTER TABLE replaced_cells RENAME TO replaced_spellings;
  PRAGMA user_version = 1;`;

async function makeEarlier(file: string, script: string): Promise<void> {
  const connection = await openConnection(file, "read-write");
  await connection.script(script);
  await connection.close();
}

const makeSchema1 = (file: string): Promise<void> => makeEarlier(file, BACK_TO_SCHEMA_1);

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

  it("of schema 5 has every row once it is opened", async () => {
    const before = await dumpDatabase(file);
    await makeEarlier(file, BACK_TO_SCHEMA_5);
    expect(await dumpDatabase(file)).not.to.contain("cell_ends");
    await (await openSqliteStore({ file })).close();
    expect(await dumpDatabase(file)).to.equal(before);
  });

  it("of schema 4 has what each cell held at every height once it is opened (PROTOCOL 8.5)", async () => {
    const before = await dumpDatabase(file);
    await makeEarlier(file, BACK_TO_SCHEMA_4);
    expect(await dumpDatabase(file)).not.to.contain("cell_versions");
    await (await openSqliteStore({ file })).close();
    expect(await dumpDatabase(file)).to.equal(before);
  });

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

  it("of schema 1 has every row once it is opened", async () => {
    const before = await dumpDatabase(file);
    await makeSchema1(file);
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
