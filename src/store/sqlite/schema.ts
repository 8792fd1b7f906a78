import type { ChainError } from "../../codec/chain-error.js";
import type { DatabaseConnection } from "./connection.js";
import { upgradeSchema } from "./upgrade-schema.js";
import * as errors from "../errors.js";

/** Raised by one with every change of the tables; a database stores its own in `user_version`. */
const SCHEMA_VERSION = 2;
/** "chnd": distinguishes chainnode's databases from those of other programs. */
const APPLICATION_ID = 0x63686e64;

/**
 * The tables. Records are canonical text. A running number counts all transactions of the chain, so that pages and
 * totals come from a subtraction instead of counting rows; `position` is the same for one address.
 */
const TABLES = `
CREATE TABLE meta (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- cell: the padded key's 64 bytes. written_length: how much of it the last write spelled out, in hex characters.
CREATE TABLE universal_state (
  cell BLOB PRIMARY KEY,
  written_length INTEGER NOT NULL,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE local_state (
  cell BLOB PRIMARY KEY,
  written_length INTEGER NOT NULL,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- What a block replaced or removed and does not say itself: a spelling that is not the new one, and a value where the
-- block's old is null. value is NULL where the block says it.
CREATE TABLE replaced_cells (
  height INTEGER NOT NULL,
  kind TEXT NOT NULL,
  cell BLOB NOT NULL,
  written_length INTEGER NOT NULL,
  value TEXT,
  PRIMARY KEY (height, kind, cell)
) STRICT, WITHOUT ROWID;

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
  last_number INTEGER NOT NULL
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

CREATE TABLE address_transactions (
  address TEXT NOT NULL,
  position INTEGER NOT NULL,
  number INTEGER NOT NULL,
  PRIMARY KEY (address, position)
) STRICT, WITHOUT ROWID;

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
`;

/**
 * Creates the tables in an empty database, and upgrades one of an earlier schema. Refuses any other; `file` is for the
 * message.
 */
export async function prepareSchema(connection: DatabaseConnection, file: string): Promise<void> {
  if (await isEmpty(connection)) {
    await connection.script(
      `BEGIN; ${TABLES} PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT;`,
    );
  }
  await upgradeEarlier(connection);
  await assertSchema(connection, file);
}

/** Upgrades the tables of an earlier schema; leaves every other database as it is. */
export async function upgradeEarlier(connection: DatabaseConnection): Promise<void> {
  const isOurs = (await pragma(connection, "application_id")) === APPLICATION_ID;
  if (isOurs && isEarlier(await pragma(connection, "user_version"))) await upgradeSchema(connection);
}

function isEarlier(version: number): boolean {
  return version === 1;
}

/**
 * Throws `DATABASE_FOREIGN` unless the database is chainnode's, `DATABASE_SCHEMA_EARLIER` when opening it for writing
 * would upgrade it, and `DATABASE_SCHEMA` for any other schema.
 */
export async function assertSchema(connection: DatabaseConnection, file: string): Promise<void> {
  if ((await pragma(connection, "application_id")) !== APPLICATION_ID) throw errors.databaseForeign({ file });
  const version = await pragma(connection, "user_version");
  if (version !== SCHEMA_VERSION) throw otherSchema(file, version);
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
  if (version > SCHEMA_VERSION) throw otherSchema(file, version);
}

function otherSchema(file: string, version: number): ChainError {
  const raise = isEarlier(version) ? errors.databaseSchemaEarlier : errors.databaseSchema;
  return raise({ file, version, supported: SCHEMA_VERSION });
}

async function isEmpty(connection: DatabaseConnection): Promise<boolean> {
  const tables = await connection.all("SELECT 1 FROM sqlite_schema LIMIT 1");
  return tables.length === 0 && (await pragma(connection, "application_id")) === 0;
}

async function pragma(
  connection: DatabaseConnection,
  name: "application_id" | "user_version",
): Promise<number> {
  const rows = await connection.all<{ value: number }>(`SELECT ${name} AS value FROM pragma_${name}`);
  return rows[0]?.value ?? 0;
}
