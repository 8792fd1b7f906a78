import { padStateKey } from "../../codec/state-key.js";
import { parseJson } from "../../codec/parse-json.js";
import type { Value } from "../../codec/value.js";
import type { StateKind } from "../store.js";
import type { Statements } from "./connection.js";

/** What cells held before blocks, out of the updates of the blocks (PROTOCOL 8). */

const UPDATES: Readonly<Record<StateKind, string>> = {
  universal: "universal_updates",
  local: "local_updates",
};
/** Blocks that one query looks through: most cells are found before the last of them. */
const WINDOW = 1024;
const ALL_ZEROS = padStateKey("");

interface OldValueRow {
  readonly cell: string;
  /** JSON text of the value. */
  readonly old: string;
}

/** Null for a cell that was absent; a cell that no block from the height on wrote is left out. */
export async function valuesBefore(
  db: Statements,
  kind: StateKind,
  fromHeight: number,
  paddedKeys: readonly string[],
): Promise<Map<string, Value>> {
  const values = new Map<string, Value>();
  const open = new Set(paddedKeys);
  const tip = await lastHeight(db);
  for (let from = fromHeight; from <= tip && open.size > 0; from += WINDOW) {
    const rows = await db.all<OldValueRow>(
      // Of the rows of a cell, min() keeps the one of its first write: two spellings in one block may name it.
      `SELECT cell, value -> 'old' AS old, min(place) FROM (
         SELECT substr(written.key || ?1, 1, length(?1)) AS cell, written.value, (height << 32) + written.id AS place
         FROM main_block_bodies, json_each(${UPDATES[kind]}) AS written
         WHERE height BETWEEN ?2 AND ?3)
       WHERE cell IN (SELECT value FROM json_each(?4)) GROUP BY cell`,
      ALL_ZEROS,
      from,
      from + WINDOW - 1,
      JSON.stringify([...open]),
    );
    for (const { cell, old } of rows) {
      values.set(cell, parseJson(old));
      open.delete(cell);
    }
  }
  return values;
}

async function lastHeight(db: Statements): Promise<number> {
  const rows = await db.all<{ last: number | null }>("SELECT max(height) AS last FROM main_block_bodies");
  return rows[0]?.last ?? 0;
}
