import type { DatabaseConnection, Statements } from "./connection.js";
import { UNDONE_BLOCKS } from "./undone-blocks.js";
import * as errors from "../errors.js";
import { CALLS } from "./calls.js";
import { CELLS } from "./state.js";
import { ADDRESSES } from "./transactions.js";

/** Raised by one with every change of the tables; a database stores its own in `user_version`. */
const SCHEMA_VERSION = 6;
/** "chnd": distinguishes chainnode's databases from those of other programs. */
const APPLICATION_ID = 0x63686e64;

/**
 * The tables. Records are canonical text. A running number counts all transactions of the chain, so that pages and
 * totals come from a subtraction instead of counting rows.
 */
const TABLES = `
CREATE TABLE meta (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

${CELLS}
CREATE TABLE code_writes (
  height INTEGER NOT NULL,
  position INTEGER NOT NULL,
  key TEXT NOT NULL,
  PRIMARY KEY (height, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE main_blocks (
  height INTEGER PRIMARY KEY,
  blockhash TEXT NOT NULL UNIQUE,
  previous_blockhash TEXT NOT NULL,
  s_timestamp INTEGER NOT NULL,
  transaction_count INTEGER NOT NULL,
  last_number INTEGER NOT NULL,
  resource_blockhash TEXT
) STRICT;

-- Apart from the summaries, which lists read by the thousand.
CREATE TABLE main_block_bodies (
  height INTEGER PRIMARY KEY,
  seal TEXT NOT NULL,
  universal_updates TEXT NOT NULL,
  local_updates TEXT NOT NULL
) STRICT;

CREATE TABLE transactions (
  number INTEGER PRIMARY KEY,
  hash TEXT NOT NULL UNIQUE,
  height INTEGER NOT NULL,
  addresses TEXT NOT NULL,
  record TEXT NOT NULL
) STRICT;

${ADDRESSES}
CREATE TABLE resource_blocks (
  height INTEGER PRIMARY KEY,
  blockhash TEXT NOT NULL UNIQUE,
  previous_blockhash TEXT NOT NULL,
  nonce TEXT NOT NULL,
  timestamp INTEGER NOT NULL,
  difficulty TEXT NOT NULL,
  main_height INTEGER NOT NULL,
  main_blockhash TEXT NOT NULL,
  validator TEXT NOT NULL,
  miner TEXT NOT NULL,
  receipt_count INTEGER NOT NULL,
  receipts TEXT NOT NULL
) STRICT;

CREATE INDEX resource_blocks_by_timestamp ON resource_blocks (timestamp);
${UNDONE_BLOCKS}${CALLS}`;

/** Makes a database, before its first table or its copy, one that can give free pages back to the disk. */
export const GIVING_BACK = 2;
export const RETURNING_PAGES = `PRAGMA auto_vacuum = ${GIVING_BACK};`;

/** Creates the tables in an empty database. Refuses one of another schema; `file` is for the message. */
export async function prepareSchema(connection: DatabaseConnection, file: string): Promise<void> {
  if (await isEmpty(connection)) {
    await connection.script(
      `${RETURNING_PAGES} BEGIN; ${TABLES} PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT;`,
    );
  }
  await assertSchema(connection, file);
  await connection.script(CALLS);
  await renewTriggers(connection);
  await assertComplete(connection, file);
}

/** Gives a database that an earlier version made the triggers of this one, which also leave pruned rows alone. */
async function renewTriggers(connection: DatabaseConnection): Promise<void> {
  const made = await connection.all<{ name: string; sql: string }>(
    "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'",
  );
  const known = new Map(made.map(({ name, sql }) => [name, sql]));
  for (const [sql, name = ""] of TABLES.matchAll(/^CREATE TRIGGER (\w+)[^]*?END(?=;)/gm))
    if (known.has(name) && known.get(name) !== sql)
      await connection.script(`BEGIN; DROP TRIGGER ${name}; ${sql}; COMMIT;`);
}

/** Throws `DATABASE_CORRUPT` when a part is gone. Without its triggers a table would take blocks and say nothing of it. */
async function assertComplete(connection: DatabaseConnection, file: string): Promise<void> {
  const parts = await connection.all<{ name: string }>("SELECT name FROM sqlite_schema");
  const names = new Set(parts.map(({ name }) => name));
  for (const [, kind = "", name = ""] of TABLES.matchAll(/^CREATE (\w+) (?!IF )(\w+)/gm))
    if (!names.has(name)) throw errors.databaseCorrupt({ file, reason: `no ${kind.toLowerCase()} ${name}` });
}

/** Throws `DATABASE_FOREIGN` unless the database is chainnode's, and `DATABASE_SCHEMA` for any other schema. */
export async function assertSchema(connection: DatabaseConnection, file: string): Promise<void> {
  if ((await pragma(connection, "application_id")) !== APPLICATION_ID) throw errors.databaseForeign({ file });
  const version = await pragma(connection, "user_version");
  if (version !== SCHEMA_VERSION) throw errors.databaseSchema({ file, version, supported: SCHEMA_VERSION });
}

/**
 * Checks a database that may be damaged, its mark included: the tables of the blocks identify it as chainnode's. A
 * newer schema is refused.
 */
export async function assertReadableSchema(connection: DatabaseConnection, file: string): Promise<void> {
  const tables = await connection.all(
    "SELECT 1 FROM sqlite_schema WHERE name IN ('main_blocks', 'main_block_bodies', 'transactions')",
  );
  if (tables.length === 0) throw errors.databaseForeign({ file });
  const version = await pragma(connection, "user_version");
  if (version > SCHEMA_VERSION) throw errors.databaseSchema({ file, version, supported: SCHEMA_VERSION });
}

async function isEmpty(connection: DatabaseConnection): Promise<boolean> {
  const tables = await connection.all("SELECT 1 FROM sqlite_schema LIMIT 1");
  return tables.length === 0 && (await pragma(connection, "application_id")) === 0;
}

async function pragma(
  connection: DatabaseConnection,
  name: "application_id" | "user_version",
): Promise<number> {
  const row = await connection.first<{ value: number }>(`SELECT ${name} AS value FROM pragma_${name}`);
  return row?.value ?? 0;
}

/** Reads a note about the database itself; null when it is missing. */
export async function readMeta(db: Statements, name: string): Promise<string | null> {
  const row = await db.first<{ value: string }>("SELECT value FROM meta WHERE name = ?", name);
  return row?.value ?? null;
}

export async function writeMeta(db: Statements, name: string, value: string): Promise<void> {
  await db.run(
    "INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    name,
    value,
  );
}
