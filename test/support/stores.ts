import { readDatabaseAddress } from "../../src/store/postgres/address.js";
import type { Store } from "../../src/store/store.js";
import { dumpDatabase } from "./database-dump.js";
import { createDatabase, findPostgres, type PostgresServer, type TestDatabase } from "./postgres.js";
import { openTempStore } from "./temp-store.js";
import { openWritablePostgres } from "./writable-postgres.js";

/** A store that can be written, of one of the kinds that last. */
export interface KeptStore {
  readonly store: Store;
  /** Every row of every table as text, but the blocks that were undone, and what tells when the rows were written. */
  dump(): Promise<string>;
  /** Closes the store and removes its database. */
  remove(): Promise<void>;
}

/** Makes an empty store. Several can be open at a time. */
export type OpenStore = () => Promise<KeptStore>;

/** What differs between the kinds. */
export interface StoreKind {
  /** The code of the error when the database refuses rows. */
  readonly refusal: string;
}

type Tests = (open: OpenStore, kind: StoreKind) => void;

/** Describes what every kind of store that lasts does: the tests run on each. */
export function describeStores(title: string, tests: Tests): void {
  describeSqlite(title, tests);
  describePostgres(title, tests);
}

export function describeSqlite(title: string, tests: Tests): void {
  describe(`${title}, in SQLite`, () => {
    tests(
      async () => {
        const temp = await openTempStore();
        return { store: temp.store, dump: () => dumpDatabase(temp.file), remove: () => temp.remove() };
      },
      { refusal: "DATABASE_FAILED" },
    );
  });
}

export function describePostgres(title: string, tests: Tests): void {
  describe(`${title}, in PostgreSQL`, () => {
    const free: TestDatabase[] = [];
    let server: PostgresServer | undefined;
    before(async function () {
      server = await findPostgres(this);
    });
    tests(
      async () => {
        if (server === undefined) throw new Error("There is no server. ");
        const database = free.pop() ?? (await createDatabase(server));
        await database.query("DROP SCHEMA IF EXISTS chainnode CASCADE");
        return openPostgres(database, async () => void free.push(database));
      },
      { refusal: "POSTGRES_FAILED" },
    );
    // Mocha runs these hooks in the order of their lines: the tests close their stores first.
    after(async () => {
      await Promise.all(free.map((database) => database.remove()));
      await server?.stop();
    });
  });
}

/** Opens the store of an empty database for writing. */
async function openPostgres(database: TestDatabase, remove: () => Promise<void>): Promise<KeptStore> {
  const store = await openWritablePostgres(readDatabaseAddress(database.url), "test network");
  return {
    store,
    dump: () => dumpPostgres(database),
    async remove() {
      await store.close();
      await remove();
    },
  };
}

const NOT_DUMPED = ["undone_block", "tip"];

/** Every row of every table of the projection, as text. */
async function dumpPostgres(database: TestDatabase): Promise<string> {
  const tables = await database.query(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'chainnode' AND NOT tablename = ANY ($1) ORDER BY 1",
    [NOT_DUMPED],
  );
  const parts: string[] = [];
  for (const { name } of tables) {
    const rows = await database.query(`SELECT t::text AS row FROM chainnode.${String(name)} AS t ORDER BY 1`);
    parts.push(String(name), ...rows.map(({ row }) => String(row)));
  }
  return parts.join("\n");
}
