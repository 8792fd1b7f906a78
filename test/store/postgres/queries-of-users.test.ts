import { expect } from "chai";
import { readDatabaseAddress } from "../../../src/store/postgres/address.js";
import { LIVE_SCHEMA, QUERY_VIEW } from "../../../src/store/postgres/schema.js";
import {
  createDatabase,
  findPostgres,
  type PostgresServer,
  type TestDatabase,
} from "../../support/postgres.js";
import { createProjection } from "../../support/writable-postgres.js";

describe("SQL of users over a projection (docs/scale.md)", () => {
  let server: PostgresServer;
  let database: TestDatabase;
  const address = () => readDatabaseAddress(database.url);

  before(async function () {
    server = await findPostgres(this);
    database = await createDatabase(server);
    await createProjection(address(), "test");
  });
  after(async () => {
    await database.remove();
    await server.stop();
  });

  const texts = ["plain", "\0", "a\0\0b", "\\\0", "\\u0000", "\\\\u0000\0", "\ufffd", "😀\0"];

  it("reads records that hold U+0000 as JSON, and beside them the exact text", async () => {
    const records = texts.map((text) => JSON.stringify({ transaction: { memo: text } }));
    await database.query(
      `INSERT INTO ${LIVE_SCHEMA}.tx SELECT number, number::text, 1, record
       FROM unnest($1::text[]) WITH ORDINALITY AS new (record, number)`,
      [records],
    );
    const rows = await database.query(
      `SELECT record, json #>> '{transaction,memo}' AS memo FROM ${LIVE_SCHEMA}.${QUERY_VIEW} ORDER BY number`,
    );
    expect(rows).to.deep.equal(
      texts.map((text, index) => ({ record: records[index], memo: text.replaceAll("\0", "\ufffd") })),
    );
  });

  it("finds the view in tables of an earlier version, once a projector has opened them", async () => {
    await database.query(
      `DROP VIEW ${LIVE_SCHEMA}.${QUERY_VIEW}; DROP FUNCTION ${LIVE_SCHEMA}.json_of(text)`,
    );
    await createProjection(address(), "test");
    const [row] = await database.query(`SELECT count(*)::int AS count FROM ${LIVE_SCHEMA}.${QUERY_VIEW}`);
    expect(row?.["count"]).to.equal(texts.length);
  });

  it("compresses the bodies of blocks with lz4 where the server has it", async () => {
    const [known] = await database.query(
      "SELECT 'lz4' = ANY (enumvals) AS lz4 FROM pg_settings WHERE name = 'default_toast_compression'",
    );
    const rows = await database.query(
      `SELECT attcompression AS method, attstorage AS storage FROM pg_attribute
       WHERE attrelid = '${LIVE_SCHEMA}.main_body'::regclass AND attname IN ('seal', 'universal_updates', 'local_updates')`,
    );
    const wanted = known?.["lz4"] === true ? { method: "l", storage: "x" } : { method: "", storage: "e" };
    expect(rows).to.deep.equal([wanted, wanted, wanted]);
  });
});
