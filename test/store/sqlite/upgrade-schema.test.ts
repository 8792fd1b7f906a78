import { expect } from "chai";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { openConnection } from "../../../src/store/sqlite/connection.js";
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

/** Turns a database into what the release before would have made of the same blocks. */
async function makeSchema1(file: string): Promise<void> {
  const connection = await openConnection(file, "read-write");
  await connection.script(`${SAME_SPELLING("universal")} ${SAME_SPELLING("local")}
    ALTER TABLE replaced_cells DROP COLUMN value;
    ALTER TABLE replaced_cells RENAME TO replaced_spellings;
    PRAGMA user_version = 1;`);
  await connection.close();
}

describe("a database of schema 1", () => {
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

  it("has every row of this schema once it is opened, also values that no block lists (PROTOCOL 8.5)", async () => {
    const before = await dumpDatabase(file);
    await makeSchema1(file);
    expect(await dumpDatabase(file)).not.to.contain("replaced_cells");
    await (await openSqliteStore({ file })).close();
    expect(await dumpDatabase(file)).to.equal(before);
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
