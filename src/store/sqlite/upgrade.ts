import { padStateKey, type StateKind } from "../../codec/state-key.js";
import type { Statements } from "./connection.js";
import { CELLS, KIND_NUMBERS } from "./state.js";
import { ADDRESSES, lastNumber, listUnderAddresses } from "./transactions.js";
import { UNDONE_BLOCKS } from "./undone-blocks.js";

/**
 * Turns the tables of an earlier schema into those of this one. Everything that is new follows from the blocks, which
 * are read once; the tables that only an earlier schema had are removed.
 */
export async function upgradeEarlierTables(db: Statements, version: number): Promise<void> {
  for (const step of STEPS.slice(version - 1)) await step(db);
}

/** The first makes schema 2, and each further one the next. */
const STEPS: readonly ((db: Statements) => Promise<void>)[] = [
  (db) => db.run("ALTER TABLE replaced_spellings RENAME TO replaced_cells"),
  (db) => db.run("ALTER TABLE main_blocks ADD COLUMN resource_blockhash TEXT"),
  (db) => db.run(UNDONE_BLOCKS),
  numberAddresses,
  async (db) => {
    await versionCells(db);
    await linkLists(db);
  },
];

const ALL_ZEROS = padStateKey("");
/** Blocks that are read together: a block may be as long as a megabyte. */
const WINDOW = 64;
const LISTED_TOGETHER = 4096;

/** Schema 6: what cells held at every height, in the order of the blocks. */
async function versionCells(db: Statements): Promise<void> {
  for (const table of ["universal_state", "local_state", "replaced_cells", "cell_versions", "cells"])
    await db.run(`DROP TABLE IF EXISTS ${table}`);
  await db.script(CELLS);
  const last = await db.first<{ height: number | null }>(
    "SELECT max(height) AS height FROM main_block_bodies",
  );
  for (let from = 1; from <= (last?.height ?? 0); from += WINDOW) {
    const window = [ALL_ZEROS, from, from + WINDOW - 1] as const;
    await db.run(
      `INSERT INTO cells (kind, cell)
       SELECT kind, unhex(cell) FROM (${written("universal")} UNION ALL ${written("local")})
       GROUP BY kind, cell ORDER BY min(height), kind, cell
       ON CONFLICT (kind, cell) DO NOTHING`,
      ...window,
    );
    await db.run(
      `INSERT INTO cell_writes (id, height, written_length, value)
       SELECT id, height, written_length, nullif(new, 'null')
       FROM (${lastWritten("universal")} UNION ALL ${lastWritten("local")}) AS last
       CROSS JOIN cells ON cells.kind = last.kind AND cells.cell = unhex(last.cell) ORDER BY height`,
      ...window,
    );
  }
}

/** The writes of the blocks from ?2 up to ?3. */
function written(kind: StateKind): string {
  return `SELECT height, ${KIND_NUMBERS[kind]} AS kind, substr(written.key || ?1, 1, length(?1)) AS cell,
      length(written.key) AS written_length, written.id AS place, written.value -> 'new' AS new
    FROM main_block_bodies, json_each(${kind}_updates) AS written WHERE height BETWEEN ?2 AND ?3`;
}

/**
 * The last write of each block to each cell: two spellings in one block may name it (PROTOCOL 2.7). SQLite takes the
 * other columns of a group from the row that max() chooses.
 */
function lastWritten(kind: StateKind): string {
  return `SELECT height, kind, cell, written_length, new, max(place) FROM (${written(kind)}) GROUP BY height, cell`;
}

/** Schema 5: transactions name addresses by number, in the order in which they first name them. */
async function numberAddresses(db: Statements): Promise<void> {
  await db.run("CREATE TABLE addresses (id INTEGER PRIMARY KEY, address TEXT NOT NULL UNIQUE) STRICT");
  await db.run(
    `INSERT INTO addresses (address) SELECT named.value
     FROM transactions, json_each(addresses) AS named
     GROUP BY named.value ORDER BY min((number << 16) + named.key)`,
  );
  await db.run(
    `UPDATE transactions SET addresses = (
       SELECT json_group_array(addresses.id ORDER BY named.key)
       FROM json_each(transactions.addresses) AS named CROSS JOIN addresses ON address = named.value)`,
  );
}

/** Schema 6: the transactions of each address, in the order of the chain. */
async function linkLists(db: Statements): Promise<void> {
  await db.run("DROP TABLE address_transactions");
  await db.run("ALTER TABLE addresses RENAME TO numbered");
  await db.script(ADDRESSES);
  await db.run(
    `INSERT INTO addresses (id, address, first)
     SELECT id, address, first FROM (
       SELECT named.value AS id, min(number) AS first FROM transactions, json_each(addresses) AS named GROUP BY named.value)
     CROSS JOIN numbered USING (id) ORDER BY id`,
  );
  await db.run("DROP TABLE numbered");
  const last = await lastNumber(db);
  for (let from = 1; from <= last; from += LISTED_TOGETHER)
    await listUnderAddresses(db, from, from + LISTED_TOGETHER - 1);
}
