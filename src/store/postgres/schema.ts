import { REMOVED_INDEX } from "./listed-cells.js";
import type { Queries } from "./rows.js";
import * as errors from "../errors.js";

/** The schema that holds the tables. */
export const LIVE_SCHEMA = "chainnode";
/** The schema that a rebuild fills beside the live one. */
export const NEXT_SCHEMA = "chainnode_next";
/** The version of the tables. Each change of the tables increments it; a database stores its version in `meta`. */
const SCHEMA_VERSION = "1";
const VERSION_NOTE = "schema_version";

/**
 * The tables (docs/adr/0019). Every row is derived from the projected chain. Records are canonical JSON, which is ASCII;
 * columns for arbitrary text are bytes. Texts compare by their bytes. Every row of a block has its height or the number of
 * a transaction, so an undo is a DELETE for each table.
 */
const TABLES = `
CREATE TABLE meta (
  name text COLLATE "C" PRIMARY KEY,
  value text COLLATE "C" NOT NULL
);

-- The last blocks of both chains: one row, which every writing transaction compares and swaps. term: raised by each
-- projector that begins to write. last_number: of the last transaction. source_*: the last blocks where the projector reads.
CREATE TABLE tip (
  id smallint PRIMARY KEY CHECK (id = 1),
  term bigint NOT NULL,
  renewed_at timestamptz NOT NULL,
  main_height bigint NOT NULL,
  main_blockhash text COLLATE "C" NOT NULL,
  last_number bigint NOT NULL,
  resource_height bigint NOT NULL,
  resource_blockhash text COLLATE "C" NOT NULL,
  source_main_height bigint NOT NULL,
  source_resource_height bigint NOT NULL
) WITH (fillfactor = 10);

CREATE TABLE main_block (
  height bigint PRIMARY KEY,
  blockhash text COLLATE "C" NOT NULL UNIQUE,
  previous_blockhash text COLLATE "C" NOT NULL,
  s_timestamp bigint NOT NULL,
  transaction_count bigint NOT NULL,
  last_number bigint NOT NULL,
  resource_blockhash text COLLATE "C"
);

-- Compressed with lz4 where the server has it: half the size. Otherwise not compressed, so that a part is read without the rest.
CREATE TABLE main_body (
  height bigint PRIMARY KEY,
  seal bytea NOT NULL,
  universal_updates bytea NOT NULL,
  local_updates bytea NOT NULL
);
DO $$
DECLARE
  is_lz4 boolean := EXISTS (
    SELECT FROM pg_settings WHERE name = 'default_toast_compression' AND 'lz4' = ANY (enumvals));
  changed text;
BEGIN
  FOREACH changed IN ARRAY ARRAY['seal', 'universal_updates', 'local_updates'] LOOP
    EXECUTE format('ALTER TABLE main_body ALTER COLUMN %I SET ' ||
      CASE WHEN is_lz4 THEN 'COMPRESSION lz4' ELSE 'STORAGE EXTERNAL' END, changed);
  END LOOP;
END $$;

CREATE TABLE tx (
  number bigint PRIMARY KEY,
  hash text COLLATE "C" NOT NULL UNIQUE,
  height bigint NOT NULL,
  record text COLLATE "C" NOT NULL
);

-- address: the SHA-256 of the address, which may be any text. position: the running number of the transaction among
-- those of the address.
CREATE TABLE tx_address (
  address bytea NOT NULL,
  position bigint NOT NULL,
  number bigint NOT NULL,
  PRIMARY KEY (address, position)
);
CREATE INDEX tx_address_number ON tx_address (number);

-- What a block left in each cell that it wrote. kind: 0 universal, 1 local. cell: the padded key's 64 bytes. value: NULL
-- when it removed the cell. written: how much of the padded key the write spelled out, in hex characters.
CREATE TABLE cell_version (
  kind smallint NOT NULL,
  cell bytea NOT NULL,
  height bigint NOT NULL,
  written smallint NOT NULL,
  value text COLLATE "C"
);
CREATE UNIQUE INDEX cell_version_cell ON cell_version (kind, cell, height DESC);
CREATE INDEX cell_version_height ON cell_version (height);
CREATE INDEX ${REMOVED_INDEX} ON cell_version (kind, cell, height) WHERE value IS NULL;

CREATE TABLE code_write (
  height bigint NOT NULL,
  position bigint NOT NULL,
  key text COLLATE "C" NOT NULL,
  PRIMARY KEY (height, position)
);

CREATE TABLE resource_block (
  height bigint PRIMARY KEY,
  blockhash text COLLATE "C" NOT NULL UNIQUE,
  previous_blockhash text COLLATE "C" NOT NULL,
  nonce bytea NOT NULL,
  timestamp bigint NOT NULL,
  difficulty text COLLATE "C" NOT NULL,
  main_height bigint NOT NULL,
  main_blockhash text COLLATE "C" NOT NULL,
  validator text COLLATE "C" NOT NULL,
  miner text COLLATE "C" NOT NULL,
  receipt_count bigint NOT NULL,
  receipts text COLLATE "C" NOT NULL
);
CREATE INDEX resource_block_timestamp ON resource_block (timestamp);

CREATE TABLE undone_block (
  number bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  chain text COLLATE "C" NOT NULL,
  blockhash text COLLATE "C" NOT NULL,
  height bigint NOT NULL,
  previous_blockhash text COLLATE "C" NOT NULL,
  UNIQUE (chain, blockhash)
);

INSERT INTO tip VALUES (1, 0, now(), 0, '', 0, 0, '', 0, 0);
INSERT INTO meta VALUES ('${VERSION_NOTE}', '${SCHEMA_VERSION}');
`;

/** What SQL of users reads: each record as JSON beside its exact text, which may hold U+0000, and jsonb may not. */
export const QUERY_VIEW = "tx_json";
const VIEWS = String.raw`
CREATE FUNCTION json_of(text) RETURNS jsonb LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT (CASE strpos($1, '\u0000') WHEN 0 THEN $1
    ELSE regexp_replace($1, '(?<!\\)((?:\\\\)*)\\u0000', '\1\\ufffd', 'g') END)::jsonb
$$;
CREATE VIEW ${QUERY_VIEW} AS SELECT number, hash, height, record, json_of(record) AS json FROM tx;
`;

/** SQL that makes a schema with empty tables, in one transaction. */
export function creationOf(schema: string): string {
  return `BEGIN; CREATE SCHEMA "${schema}"; SET LOCAL search_path = "${schema}"; ${TABLES} ${VIEWS} COMMIT;`;
}

/** SQL that makes the views, which tables of earlier versions lack. */
export function viewsOf(schema: string): string {
  return `BEGIN; SET LOCAL search_path = "${schema}"; ${VIEWS} COMMIT;`;
}

/**
 * Checks the tables of a database. Throws `POSTGRES_EMPTY` without tables, `POSTGRES_DENIED`, `POSTGRES_ENCODING`, `POSTGRES_SCHEMA` for
 * tables of another version, and `POSTGRES_NETWORK` for those of another network.
 */
export async function assertProjection(
  db: Queries,
  server: string,
  network: string | undefined,
): Promise<void> {
  const encoding =
    (await db.first<{ server_encoding: string }>("SHOW server_encoding"))?.server_encoding ?? "";
  if (encoding !== "UTF8") throw errors.postgresEncoding({ server, encoding });
  await assertRights(db, server);
  const version = (await readNote(db, VERSION_NOTE)) ?? "";
  if (version !== SCHEMA_VERSION) throw errors.postgresSchema({ server, version, supported: SCHEMA_VERSION });
  const noted = await readNote(db, NETWORK_NOTE);
  if (network !== undefined && noted !== null && noted !== network) throw errors.postgresNetwork({ server });
}

/** A role without the right to use the schema would be told that the tables are missing. */
async function assertRights(db: Queries, server: string): Promise<void> {
  const row = await db.first<{ readonly role: string; readonly usable: boolean }>(
    `SELECT current_user AS role, has_schema_privilege(oid, 'USAGE') AS usable FROM pg_namespace WHERE nspname = $1`,
    LIVE_SCHEMA,
  );
  if (row?.usable === false)
    throw errors.postgresDenied({
      server,
      reason: `the role ${row.role} has no right to use the schema ${LIVE_SCHEMA}`,
    });
}

/** The note of the identity of the network, as the databases of nodes name it. */
export const NETWORK_NOTE = "network";

export async function readNote(db: Queries, name: string): Promise<string | null> {
  const row = await db.first<{ value: string }>("SELECT value FROM meta WHERE name = $1", name);
  return row?.value ?? null;
}

export async function writeNote(db: Queries, name: string, value: string): Promise<void> {
  await db.run(
    "INSERT INTO meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    name,
    value,
  );
}
