import { expect } from "chai";
import { openConnection, type DatabaseConnection } from "../../../src/store/sqlite/connection.js";
import { expectRejection } from "../../support/expect-rejection.js";

describe("a connection to SQLite", () => {
  let connection: DatabaseConnection;
  beforeEach(async () => {
    connection = await openConnection(":memory:", "read-write");
    await connection.script("CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT)");
  });
  afterEach(() => connection.close());

  const insert = "INSERT INTO notes (id, text) VALUES (?, ?)";
  const texts = async () =>
    (await connection.all<{ text: string }>("SELECT text FROM notes")).map((row) => row.text);

  it("binds texts, nulls and integers of 53 bits, and returns them unchanged", async () => {
    await connection.run(insert, Number.MAX_SAFE_INTEGER, "a'\u00e9");
    await connection.run(insert, 1, null);
    expect(await connection.all("SELECT id, text FROM notes ORDER BY id")).to.deep.equal([
      { id: 1, text: null },
      { id: Number.MAX_SAFE_INTEGER, text: "a'\u00e9" },
    ]);
  });

  it("keeps what a transaction wrote and returns what its body returned", async () => {
    const answer = await connection.transaction(async (inside) => {
      await inside.run(insert, 1, "kept");
      return inside.all("SELECT text FROM notes");
    });
    expect(answer).to.deep.equal([{ text: "kept" }]);
    expect(await texts()).to.deep.equal(["kept"]);
  });

  it("writes any text, null and integer, one or many statements in a transaction", async () => {
    const rows = [
      "",
      "'",
      "''; DROP TABLE notes; --",
      "?1 ? \\ %",
      "\u{1f600}\n",
      "a\0b",
      "'".repeat(1_100_000),
      null,
    ].map((text, id) => ({
      id: id === 0 ? Number.MIN_SAFE_INTEGER : id,
      text,
    }));
    for (const together of [1, 2, rows.length]) {
      await connection.run("DELETE FROM notes");
      for (let start = 0; start < rows.length; start += together) {
        await connection.transaction(async (inside) => {
          for (const { id, text } of rows.slice(start, start + together)) await inside.run(insert, id, text);
        });
      }
      const written = await connection.all(
        "SELECT id, iif(text IS NULL, NULL, lower(hex(text))) AS text FROM notes ORDER BY id",
      );
      const hex = (text: string | null): string | null =>
        text === null ? null : Buffer.from(text).toString("hex");
      expect(written).to.deep.equal(rows.map(({ id, text }) => ({ id, text: hex(text) })));
    }
  });

  it("writes numbered parameters, in any order and more than once", async () => {
    await connection.transaction(async (inside) => {
      await inside.run("INSERT INTO notes (text, id) VALUES (?2 || ?2, ?1)", 1, "a");
      await inside.run(insert, 2, "b");
    });
    expect(await texts()).to.deep.equal(["aa", "b"]);
  });

  it("reads in a transaction what it wrote before", async () => {
    const seen = await connection.transaction(async (inside) => {
      await inside.run(insert, 1, "a");
      await inside.run(insert, 2, "b");
      const rows = await inside.all("SELECT text FROM notes");
      await inside.run("DELETE FROM notes");
      return rows;
    });
    expect(seen).to.deep.equal([{ text: "a" }, { text: "b" }]);
    expect(await texts()).to.deep.equal([]);
  });

  it("keeps nothing of a transaction in which any statement fails", async () => {
    const transaction = connection.transaction(async (inside) => {
      await inside.run(insert, 1, "a");
      await inside.run(insert, 1, "b");
      await inside.run(insert, 2, "c");
    });
    await expectRejection(transaction, "DATABASE_FAILED", "local");
    expect(await texts()).to.deep.equal([]);
  });

  it("discards what a transaction wrote when its body fails, and remains usable", async () => {
    const failure = new Error("the body's own");
    const transaction = connection.transaction(async (inside) => {
      await inside.run(insert, 1, "forgotten");
      throw failure;
    });
    expect(await transaction.catch((error: unknown) => error)).to.equal(failure);
    expect(await texts()).to.deep.equal([]);
    await connection.transaction((inside) => inside.run(insert, 1, "kept"));
    expect(await texts()).to.deep.equal(["kept"]);
  });

  it("remains usable after a transaction that found the disk full", async () => {
    await connection.script("PRAGMA max_page_count = 8");
    const transaction = connection.transaction(async (inside) => {
      await inside.run(insert, 1, "small");
      await inside.run(insert, 2, "large".repeat(100_000));
    });
    await expectRejection(transaction, "DATABASE_FULL", "local");
    expect(await texts()).to.deep.equal([]);
    await connection.transaction((inside) => inside.run(insert, 1, "small"));
    expect(await texts()).to.deep.equal(["small"]);
  });

  it("makes calls during a transaction wait for its end", async () => {
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    const transaction = connection.transaction(async (inside) => {
      await inside.run(insert, 1, "half");
      await gate;
      await inside.run("UPDATE notes SET text = 'whole'");
    });
    const seen = texts();
    open();
    expect(await seen).to.deep.equal(["whole"]);
    await transaction;
  });

  it("runs calls in the order they were made", async () => {
    const order: string[] = [];
    await Promise.all([
      connection.run(insert, 1, "a").then(() => order.push("insert")),
      texts().then((found) => order.push(...found)),
      connection.run("DELETE FROM notes").then(() => order.push("delete")),
      texts().then((found) => order.push(`${found.length}`)),
    ]);
    expect(order).to.deep.equal(["insert", "a", "delete", "0"]);
  });

  it("names errors as SQLite does", async () => {
    await connection.run(insert, 1, "a");
    const error = await expectRejection(connection.run(insert, 1, "b"), "DATABASE_FAILED", "local");
    expect(error.message).to.match(/^The database :memory: failed: .*UNIQUE.*\.$/);
    await expectRejection(connection.all("SELECT nothing FROM notes"), "DATABASE_ERROR", "local");
    await expectRejection(connection.script("NONSENSE"), "DATABASE_ERROR", "local");
    expect(await texts()).to.deep.equal(["a"]);
  });
});
