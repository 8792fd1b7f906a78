import { expect } from "chai";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { openConnection } from "../../../src/store/sqlite/connection.js";
import { findTableDifference } from "../../../src/store/sqlite/compare.js";
import { openSalvage } from "../../../src/store/sqlite/salvage.js";
import { openSqliteStore } from "../../../src/store/sqlite/open.js";
import { dumpDatabase } from "../../support/database-dump.js";
import { expectRejection } from "../../support/expect-rejection.js";
import { makeTempDirectory, openTempStore } from "../../support/temp-store.js";

describe("a database of another schema", () => {
  for (const version of [5, 7])
    it(`of number ${version} is refused, and stays as it is`, async () => {
      const directory = await makeTempDirectory();
      const file = join(directory, "chain.sqlite");
      await (await openSqliteStore({ file })).close();
      const connection = await openConnection(file, "read-write");
      await connection.script(`PRAGMA user_version = ${version}`);
      await connection.close();
      const before = await dumpDatabase(file);
      await expectRejection(openSqliteStore({ file }), "DATABASE_SCHEMA", "local");
      await expectRejection(openSqliteStore({ file, readOnly: true }), "DATABASE_SCHEMA", "local");
      if (version > 6) await expectRejection(openSalvage(file), "DATABASE_SCHEMA", "local");
      expect(await dumpDatabase(file)).to.equal(before);
      await rm(directory, { recursive: true });
    });
});

describe("a database that lacks a part", () => {
  for (const part of [
    "TRIGGER cell_versions_insert",
    "VIEW address_lists",
    "INDEX resource_blocks_by_timestamp",
  ])
    it(`is refused, and named as different: ${part}`, async () => {
      const [one, other] = [await openTempStore(), await openTempStore()];
      const connection = await openConnection(one.file, "read-write");
      await connection.script(`DROP ${part}`);
      await connection.close();
      const error = await expectRejection(openSqliteStore({ file: one.file }), "DATABASE_CORRUPT", "local");
      expect(error.message).to.include(part.replace(/^\w+/, (kind) => `no ${kind.toLowerCase()}`));
      const difference = await findTableDifference(one.file, other.file);
      expect(difference?.row.toLowerCase()).to.equal(part.toLowerCase());
      for (const temp of [one, other]) await temp.remove();
    });

  it("is whole when only the index is missing that opening it makes", async () => {
    const [one, other] = [await openTempStore(), await openTempStore()];
    const connection = await openConnection(one.file, "read-write");
    await connection.script("DROP INDEX transactions_by_code");
    await connection.close();
    expect(await findTableDifference(one.file, other.file)).to.equal(null);
    await (await openSqliteStore({ file: one.file })).close();
    for (const temp of [one, other]) await temp.remove();
  });
});

describe("a database whose triggers an earlier version made", () => {
  it("gets those of this version when it is opened for writing", async () => {
    const [one, other] = [await openTempStore(), await openTempStore()];
    const connection = await openConnection(one.file, "read-write");
    const sqlOf = () =>
      connection.first<{ sql: string }>("SELECT sql FROM sqlite_schema WHERE name = 'cell_versions_delete'");
    const current = await sqlOf();
    expect(current?.sql).to.include("WHEN");
    await connection.script("DROP TRIGGER cell_versions_delete");
    await connection.script(current?.sql.replace(/WHEN .* BEGIN/, "BEGIN") ?? "");
    expect(await sqlOf()).not.to.deep.equal(current);
    await (await openSqliteStore({ file: one.file })).close();
    expect(await sqlOf()).to.deep.equal(current);
    await connection.close();
    for (const temp of [one, other]) await temp.remove();
  });
});
