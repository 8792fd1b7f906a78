import { padStateKey, type StateKind } from "../../codec/state-key.js";
import type { DatabaseConnection, Statements } from "./connection.js";

/** Upgrades schema 1 to schema 2: earlier values that blocks do not list are found in the earlier blocks. */

const ALL_ZEROS = padStateKey("");

/** All or nothing; reads every block once. */
export async function upgradeSchema(connection: DatabaseConnection): Promise<void> {
  await connection.transaction(async (db) => {
    await db.run("ALTER TABLE replaced_spellings RENAME TO replaced_cells");
    await db.run("ALTER TABLE replaced_cells ADD COLUMN value TEXT");
    await noteUnsaidValues(db, "universal");
    await noteUnsaidValues(db, "local");
    await db.run("PRAGMA user_version = 2");
  });
}

/**
 * A block's `old` may be null though the cell held a value (PROTOCOL 8.5): then the last earlier block that wrote the
 * cell has the value. The null of a cell's first write is right, so only cells with several such blocks are looked at.
 */
async function noteUnsaidValues(db: Statements, kind: StateKind): Promise<void> {
  const writes = `SELECT substr(written.key || ?1, 1, length(?1)) AS cell, length(written.key) AS written_length,
      height, written.id AS place, written.value -> 'old' AS old, written.value -> 'new' AS new
    FROM main_block_bodies, json_each(${kind}_updates) AS written`;
  await db.run(
    `WITH doubtful AS (
       SELECT cell FROM (${writes}) WHERE old = 'null' GROUP BY cell HAVING count(DISTINCT height) > 1
     ), numbered AS (
       SELECT *, row_number() OVER (PARTITION BY cell, height ORDER BY place) AS place_in_block,
         lag(new) OVER in_order AS before, lag(written_length) OVER in_order AS length_before
       FROM (${writes}) WHERE cell IN (SELECT cell FROM doubtful)
       WINDOW in_order AS (PARTITION BY cell ORDER BY height, place)
     )
     INSERT INTO replaced_cells (height, kind, cell, written_length, value)
     SELECT height, ?2, unhex(cell), length_before, before FROM numbered
     WHERE place_in_block = 1 AND old = 'null' AND before <> 'null'
     ON CONFLICT (height, kind, cell) DO UPDATE SET value = excluded.value`,
    ALL_ZEROS,
    kind,
  );
}
