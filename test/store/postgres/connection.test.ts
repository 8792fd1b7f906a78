import { expect } from "chai";
import { readDatabaseAddress } from "../../../src/store/postgres/address.js";
import { openPostgresStore } from "../../../src/store/postgres/open.js";
import {
  createDatabase,
  findPostgres,
  type PostgresServer,
  type TestDatabase,
} from "../../support/postgres.js";
import { expectRejection } from "../../support/expect-rejection.js";
import { createProjection } from "../../support/writable-postgres.js";

const CUT = `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()`;

describe("a connection to PostgreSQL", () => {
  let server: PostgresServer;
  let database: TestDatabase;

  before(async function () {
    server = await findPostgres(this);
    database = await createDatabase(server);
    await createProjection(readDatabaseAddress(database.url), "test");
  });

  after(async () => {
    await database.remove();
    await server.stop();
  });

  it("fails the reads of a snapshot when it is cut between them, and does not end the process", async () => {
    const store = await openPostgresStore({ address: readDatabaseAddress(database.url), connections: 1 });
    try {
      const reading = store.snapshot(async (moment) => {
        await database.query(CUT);
        await new Promise((resolve) => setImmediate(resolve));
        return moment.mainBlockSummary("last");
      });
      await expectRejection(reading, "POSTGRES_UNREACHABLE", "unavailable");
      expect((await store.tip()).main.height).to.equal(0);
    } finally {
      await store.close();
    }
  });
});
