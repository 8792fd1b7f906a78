import { expect } from "chai";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openConnection } from "../../../src/store/sqlite/connection.js";
import { IN_MEMORY, openSqliteStore } from "../../../src/store/sqlite/open.js";
import { startChild } from "../../support/child.js";
import { expectRejection } from "../../support/expect-rejection.js";
import { sampleMainBlock, sampleResourceBlock } from "../../support/sample-blocks.js";
import { makeTempDirectory } from "../../support/temp-store.js";
import { mainBlock } from "../../../src/store/reads.js";

describe("opening the SQLite store", () => {
  let directory: string;
  let file: string;
  beforeEach(async () => {
    directory = await makeTempDirectory();
    file = join(directory, "chain.sqlite");
  });
  afterEach(() => rm(directory, { recursive: true }));

  async function change(sql: string): Promise<void> {
    const connection = await openConnection(file, "read-write");
    await connection.script(sql);
    await connection.close();
  }

  it("keeps notes and blocks from one opening to the next", async () => {
    const first = await openSqliteStore({ file, network: "ours" });
    expect(await first.readMeta("note")).to.equal(null);
    await first.writeMeta("note", "1");
    await first.writeMeta("note", "2");
    await first.commitMainBlock(sampleMainBlock({ height: 1, previous_blockhash: "" }));
    await first.close();
    const second = await openSqliteStore({ file, network: "ours" });
    expect(await second.readMeta("note")).to.equal("2");
    expect(await second.mainBlockSummary("last")).to.include({ height: 1 });
    await second.close();
  });

  it("uses a write-ahead log, for which readers need not wait", async () => {
    const store = await openSqliteStore({ file });
    const connection = await openConnection(file, "read-only");
    expect(await connection.all("PRAGMA journal_mode")).to.deep.equal([{ journal_mode: "wal" }]);
    await connection.close();
    await store.close();
  });

  it("refuses a database of another network, for writing and for reading", async () => {
    await (await openSqliteStore({ file, network: "ours" })).close();
    const writing = openSqliteStore({ file, network: "theirs" });
    const error = await expectRejection(writing, "DATABASE_NETWORK", "local");
    expect(error.message).to.equal(`The database ${file} belongs to another network.`);
    const reading = openSqliteStore({ file, network: "theirs", readOnly: true });
    await expectRejection(reading, "DATABASE_NETWORK", "local");
    await (await openSqliteStore({ file, network: "ours" })).close();
  });

  it("refuses a database of a newer schema", async () => {
    await (await openSqliteStore({ file })).close();
    await change("PRAGMA user_version = 99");
    const error = await expectRejection(openSqliteStore({ file }), "DATABASE_SCHEMA", "local");
    expect(error.message).to.match(/^The database .* has schema 99, but this chainnode reads schema \d+\.$/);
    await expectRejection(openSqliteStore({ file, readOnly: true }), "DATABASE_SCHEMA", "local");
  });

  it("refuses another program's database and leaves it as it was", async () => {
    await change("CREATE TABLE theirs (id INTEGER)");
    await expectRejection(openSqliteStore({ file }), "DATABASE_FOREIGN", "local");
    const connection = await openConnection(file, "read-only");
    expect(await connection.all("SELECT name FROM sqlite_schema")).to.deep.equal([{ name: "theirs" }]);
    expect(await connection.all("PRAGMA journal_mode")).to.deep.equal([{ journal_mode: "delete" }]);
    await connection.close();
  });

  it("refuses a file that is not a database", async () => {
    await writeFile(file, "text ".repeat(1000));
    await expectRejection(openSqliteStore({ file }), "DATABASE_NOTADB", "local");
  });

  it("names the file that cannot be opened", async () => {
    const missing = join(directory, "none", "chain.sqlite");
    const error = await expectRejection(openSqliteStore({ file: missing }), "DATABASE_CANTOPEN", "local");
    expect(error.message).to.include(missing);
    await expectRejection(openSqliteStore({ file, readOnly: true }), "DATABASE_CANTOPEN", "local");
  });

  it("reads an existing database when opened for reading only, and refuses to write", async () => {
    const writer = await openSqliteStore({ file });
    const block = sampleMainBlock({ height: 1, previous_blockhash: "" });
    await writer.commitMainBlock(block);
    await writer.close();
    const store = await openSqliteStore({ file, readOnly: true });
    expect(await store.mainBlockSummary("last")).to.include({ height: 1 });
    await expectRejection(store.commitMainBlock(block), "STORE_READ_ONLY", "local");
    await expectRejection(store.undoMainBlock(1), "STORE_READ_ONLY", "local");
    await expectRejection(store.writeMeta("note", "1"), "STORE_READ_ONLY", "local");
    await expectRejection(store.commitResourceBlock(sampleResourceBlock(1, "")), "STORE_READ_ONLY", "local");
    await expectRejection(store.undoResourceBlock(1), "STORE_READ_ONLY", "local");
    await store.close();
  });

  it("reads beside another process that writes", async () => {
    const child = startChild("store/programs/commit-blocks.js", [file]);
    await child.nextLine();
    const store = await openSqliteStore({ file, readOnly: true });
    const seen = Number(await child.nextLine());
    expect((await store.mainBlockSummary("last"))?.height).to.be.at.least(seen);
    const later = Number(await child.nextLine());
    expect((await store.mainBlockSummary("last"))?.height).to.be.at.least(later);
    await child.kill();
    await store.close();
  });

  it("needs no file in memory, and behaves the same there", async () => {
    const store = await openSqliteStore({ file: IN_MEMORY, network: "ours" });
    const block = sampleMainBlock({ height: 1, previous_blockhash: "" });
    const committed = store.commitMainBlock(block);
    expect(await store.mainBlockSummary("last")).to.include({ height: 1 });
    await committed;
    expect(await mainBlock(store, { height: 1 })).to.include({ transaction_count: 1 });
    await store.close();
    const another = await openSqliteStore({ file: IN_MEMORY });
    expect(await another.mainBlockSummary("last")).to.equal(null);
    await another.close();
  });
});
