import { padStateKey, type StateKind } from "../../codec/state-key.js";
import { parseJson } from "../../codec/parse-json.js";
import type { Value } from "../../codec/value.js";
import { setCells } from "../cells.js";
import type { Statements } from "./connection.js";
import { readState, STATE_TABLES } from "./state.js";

/**
 * The values of cells at earlier heights (PROTOCOL 8.5). The value before a block is the `old` of its first entry for
 * the cell or, when the block does not know it, the row in `replaced_cells`.
 */

const UPDATES: Readonly<Record<StateKind, string>> = {
  universal: "universal_updates",
  local: "local_updates",
};
/** Blocks that one query searches: most cells are found before the last of them. */
const WINDOW = 1024;
const ALL_ZEROS = padStateKey("");

interface OldValueRow {
  readonly cell: string;
  /** JSON text of the value. */
  readonly old: string;
}

/** Cells of one kind, and the main height at which they are read. */
interface PastCells {
  readonly kind: StateKind;
  readonly height: number;
  readonly paddedKeys: readonly string[];
}

/** See `Store.stateAt`. */
export async function stateAt(db: Statements, asked: PastCells): Promise<Map<string, Value>> {
  // The present values are read first: a block that is committed meanwhile is searched too.
  const values = await readState(db, asked.kind, asked.paddedKeys);
  return setCells(values, await replacedLater(db, asked));
}

/** The values of those cells that a later block wrote, null for absent ones. */
async function replacedLater(
  db: Statements,
  { kind, height, paddedKeys }: PastCells,
): Promise<Map<string, Value>> {
  const values = new Map<string, Value>();
  const open = new Set(paddedKeys);
  const tip = await lastHeight(db);
  for (let from = height + 1; from <= tip && open.size > 0; from += WINDOW) {
    const rows = await db.all<OldValueRow>(
      `WITH first AS (${firstWrites(kind)})
       SELECT first.cell AS cell, coalesce(replaced.value, first.old) AS old
       FROM first LEFT JOIN replaced_cells AS replaced
         ON replaced.height = first.place >> 32 AND replaced.kind = ?5 AND replaced.cell = unhex(first.cell)`,
      ALL_ZEROS,
      from,
      from + WINDOW - 1,
      JSON.stringify([...open]),
      kind,
    );
    for (const { cell, old } of rows) {
      values.set(cell, parseJson(old));
      open.delete(cell);
    }
  }
  return values;
}

/** Restores the cells that the last block wrote to their earlier values and spellings (PROTOCOL 8.5). */
export async function restoreState(db: Statements, kind: StateKind, height: number): Promise<void> {
  const table = STATE_TABLES[kind];
  const said = `WITH first AS (${firstWrites(kind)})`;
  const block = [ALL_ZEROS, height, height, null] as const;
  await db.run(
    `${said} DELETE FROM ${table} WHERE cell IN (SELECT unhex(cell) FROM first WHERE old = 'null')`,
    ...block,
  );
  await db.run(
    `${said} INSERT INTO ${table} (cell, written_length, value)
     SELECT unhex(cell), written_length, old FROM first WHERE old IS NOT 'null'
     ON CONFLICT (cell) DO UPDATE SET value = excluded.value`,
    ...block,
  );
  await db.run(
    `INSERT INTO ${table} (cell, written_length, value)
     SELECT replaced.cell, replaced.written_length, coalesce(replaced.value, state.value)
     FROM replaced_cells AS replaced LEFT JOIN ${table} AS state USING (cell)
     WHERE replaced.height = ? AND replaced.kind = ?
     ON CONFLICT (cell) DO UPDATE SET written_length = excluded.written_length, value = excluded.value`,
    height,
    kind,
  );
  await db.run("DELETE FROM replaced_cells WHERE height = ? AND kind = ?", height, kind);
}

/**
 * The cells that blocks from ?2 up to ?3 wrote, or those of them in the JSON list ?4, each by its first entry: two
 * spellings in one block may name it (PROTOCOL 2.7). SQLite takes the other columns of a group from the row that min()
 * chooses.
 */
function firstWrites(kind: StateKind): string {
  return `SELECT cell, value -> 'old' AS old, written_length, min(place) AS place FROM (
      SELECT substr(written.key || ?1, 1, length(?1)) AS cell, length(written.key) AS written_length, written.value,
        (height << 32) + written.id AS place
      FROM main_block_bodies, json_each(${UPDATES[kind]}) AS written
      WHERE height BETWEEN ?2 AND ?3)
    WHERE ?4 IS NULL OR cell IN (SELECT value FROM json_each(?4)) GROUP BY cell`;
}

async function lastHeight(db: Statements): Promise<number> {
  const row = await db.first<{ last: number | null }>("SELECT max(height) AS last FROM main_block_bodies");
  return row?.last ?? 0;
}
