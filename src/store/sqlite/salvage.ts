import type { MainBlockRemains, StoreReader } from "../store.js";
import { openConnection, type DatabaseConnection } from "./connection.js";
import { unlessDamaged } from "../damage.js";
import { isOnReadOnlyMount } from "./read-only-mount.js";
import { readMeta, assertReadableSchema } from "./schema.js";
import { sqliteStore } from "./sqlite-store.js";

/**
 * Reads the blocks of a database that may be damaged. Only tables that hold blocks are read, by row id and one part at
 * a time, so that damage elsewhere, or in other parts of the same block, does not matter.
 */
export interface Salvage {
  /** Reads whole blocks; throws `DATABASE_CORRUPT` where it meets damage. */
  readonly store: StoreReader;
  /** The last heights of which any row can be read; 0 for an empty chain. */
  heights(): Promise<{ readonly main: number; readonly resource: number }>;
  /** The number of transactions with a greater running number; null when that cannot be read. */
  transactionsAfter(number: number): Promise<number | null>;
  /**
   * What is left of a main block.
   *
   * @param after the running number of the last transaction before it.
   */
  remains(height: number, after: number): Promise<MainBlockRemains>;
  /** A note about the database; null when it is absent or cannot be read. */
  readMeta(name: string): Promise<string | null>;
  close(): Promise<void>;
}

/** Transactions whose numbers are at most this far from the expected ones are still found. */
const NUMBERS_AROUND = 4096;

/**
 * Opens a database file that must exist. The log that a killed process may have left is checkpointed on close where the
 * file can be written. Throws
 * `DATABASE_NOTADB`, `DATABASE_FOREIGN` or `DATABASE_SCHEMA` when it is not a database of chainnode.
 */
export async function openSalvage(file: string): Promise<Salvage> {
  const db = await openConnection(file, (await isOnReadOnlyMount(file)) ? "read-only" : "read-write");
  try {
    // Rows of the schema that cannot be read are skipped, and a file that is too short is read as far as it goes.
    await db.script("PRAGMA busy_timeout = 5000; PRAGMA writable_schema = ON; PRAGMA cache_size = -16384;");
    // The first statement after damage to the schema fails; later ones use the tables that could be read.
    await unlessDamaged(() => db.all("SELECT 1 FROM sqlite_schema LIMIT 1"));
    await assertReadableSchema(db, file);
    await unlessDamaged(() => readEarlierSchema(db));
    return salvageOf(db);
  } catch (error) {
    await db.close();
    throw error;
  }
}

/** Shows the main blocks of a schema before 3 as those of this one. The file is not changed. */
async function readEarlierSchema(db: DatabaseConnection): Promise<void> {
  const columns = await db.all<{ name: string }>("SELECT name FROM pragma_table_info('main_blocks')");
  if (columns.length === 0 || columns.some(({ name }) => name === "resource_blockhash")) return;
  await db.script(
    "CREATE TEMP VIEW main_blocks AS SELECT *, NULL AS resource_blockhash FROM main.main_blocks",
  );
}

function salvageOf(db: DatabaseConnection): Salvage {
  async function valueOf<T>(sql: string, ...parameters: number[]): Promise<T | null> {
    const rows = await unlessDamaged(() => db.all<{ value: T }>(sql, ...parameters));
    return rows?.[0]?.value ?? null;
  }
  async function numberOf(sql: string, ...parameters: number[]): Promise<number | null> {
    const value = await valueOf<number>(sql, ...parameters);
    return typeof value === "number" ? value : null;
  }
  async function recordsOf(sql: string, ...parameters: number[]): Promise<readonly string[]> {
    const rows = await unlessDamaged(() => db.all<{ record: string }>(sql, ...parameters));
    return (rows ?? []).map(({ record }) => record);
  }
  return {
    store: sqliteStore(db, null),
    async heights() {
      const main = await Promise.all([
        numberOf("SELECT max(height) AS value FROM main_blocks"),
        numberOf("SELECT max(height) AS value FROM main_block_bodies"),
        numberOf("SELECT height AS value FROM transactions ORDER BY number DESC LIMIT 1"),
      ]);
      const resource = await numberOf("SELECT max(height) AS value FROM resource_blocks");
      return { main: Math.max(0, ...main.map((height) => height ?? 0)), resource: resource ?? 0 };
    },
    async transactionsAfter(number) {
      const last = await numberOf("SELECT max(number) AS value FROM transactions");
      return last === null ? null : Math.max(0, last - number);
    },
    async remains(height, after) {
      const part = (column: string, table: string, at = height) =>
        valueOf<string>(`SELECT ${column} AS value FROM ${table} WHERE height = ?`, at);
      return {
        seal: await part("seal", "main_block_bodies"),
        universal_updates: await part("universal_updates", "main_block_bodies"),
        local_updates: await part("local_updates", "main_block_bodies"),
        blockhash: await part("blockhash", "main_blocks"),
        s_timestamp: await numberOf(`SELECT s_timestamp AS value FROM main_blocks WHERE height = ?`, height),
        named_by_next: await part("previous_blockhash", "main_blocks", height + 1),
        records: [
          await recordsOf(
            `SELECT record FROM main_blocks CROSS JOIN transactions
             WHERE main_blocks.height = ? AND number > last_number - transaction_count AND number <= last_number`,
            height,
          ),
          await recordsOf(
            "SELECT record FROM transactions WHERE height = ? AND number BETWEEN ? AND ?",
            height,
            after - NUMBERS_AROUND,
            after + NUMBERS_AROUND,
          ),
        ].filter((records) => records.length > 0),
      };
    },
    readMeta: (name) => unlessDamaged(() => readMeta(db, name)),
    close: () => db.close(),
  };
}
