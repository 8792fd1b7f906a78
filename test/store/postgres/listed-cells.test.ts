import { expect } from "chai";
import { hashOf } from "../../../src/codec/hash.js";
import { readDatabaseAddress } from "../../../src/store/postgres/address.js";
import { REMOVED_INDEX } from "../../../src/store/postgres/listed-cells.js";
import { openPostgresStore } from "../../../src/store/postgres/open.js";
import { LIVE_SCHEMA } from "../../../src/store/postgres/schema.js";
import {
  createDatabase,
  findPostgres,
  type PostgresServer,
  type TestDatabase,
} from "../../support/postgres.js";
import { createSeededRandom, seeded } from "../../support/seeded-random.js";
import { createProjection } from "../../support/writable-postgres.js";

const CELLS = 600;
const PREFIX = "ab".repeat(32);

describe("lists of cells in PostgreSQL", () => {
  let server: PostgresServer;
  let database: TestDatabase;
  /** The keys of the present cells, in their order. */
  const present: string[] = [];

  before(async function () {
    server = await findPostgres(this);
    database = await createDatabase(server);
    await createProjection(readDatabaseAddress(database.url), "test");
    const random = createSeededRandom();
    const below = (limit: number): number => Math.floor(random() * limit);
    const rows: { readonly cell: string; readonly height: number; readonly value: string | null }[] = [];
    for (let index = 0; index < CELLS; index += 1) {
      const cell = PREFIX + hashOf(String(index));
      // Most are written once, some often, and some are gone.
      const versions = below(8) === 0 ? below(150) + 1 : 1;
      const isGone = below(4) === 0;
      for (let height = 1; height <= versions; height += 1)
        rows.push({ cell, height, value: below(5) === 0 ? null : '"1"' });
      rows.push({ cell, height: versions + 1, value: isGone ? null : '"2"' });
      if (!isGone) present.push(cell);
    }
    present.sort();
    await database.query(
      `INSERT INTO ${LIVE_SCHEMA}.cell_version (kind, cell, height, written, value)
       SELECT 0, decode(cell, 'hex'), height, 128, value
       FROM json_to_recordset($1) AS row (cell text, height bigint, value text)`,
      [JSON.stringify(rows)],
    );
  });

  after(async () => {
    await database.remove();
    await server.stop();
  });

  for (const title of ["with the index of removals", "without it, as in tables of earlier versions"])
    it(seeded(`give each page, ${title}`), async () => {
      if (title.startsWith("without")) await database.query(`DROP INDEX ${LIVE_SCHEMA}.${REMOVED_INDEX}`);
      const store = await openPostgresStore({ address: readDatabaseAddress(database.url) });
      for (const count of [1, 7, 100, 1000]) {
        const pages = Math.ceil(present.length / count);
        for (const page of new Set([1, 2, 3, Math.ceil(pages / 2), pages - 1, pages, pages + 1])) {
          if (page < 1) continue;
          const listed = await store.listState("universal", PREFIX, { page, count });
          expect(
            listed.map(({ key }) => key),
            `page ${page} of ${count}`,
          ).to.deep.equal(present.slice((page - 1) * count, page * count));
        }
      }
      await store.close();
    });
});
