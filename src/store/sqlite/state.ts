import { canonicalJson } from "../../codec/canonical-json.js";
import { padStateKey, type StateKind } from "../../codec/state-key.js";
import { weightUpTo } from "../../codec/value.js";
import type { KeysByKind, MainBlockCommit, PageRequest, StateEntry } from "../store.js";
import { readValues } from "../read-values.js";
import { KIND_NUMBERS, stateReads } from "../state-reads.js";
import { HEAVY_ROW, writeInBatches } from "./write-rows.js";
import type { Statements } from "./connection.js";
import { rowsBefore } from "../selected-rows.js";
import { HORIZON } from "./horizon.js";
import { lastPlace, linkedTables, type LinkedRows } from "./linked-rows.js";

/** What a block left in each cell that it wrote. */
export const VERSIONS: LinkedRows = {
  table: "cell_versions",
  ends: "cell_ends",
  view: "cell_writes",
  owner: "id",
  place: "height",
  // value: NULL when the block removed the cell. written_length: how much of the padded key the write spelled out, in
  // hex characters.
  columns: { written_length: "INTEGER NOT NULL", value: "TEXT" },
  prunedUpTo: HORIZON,
};

/**
 * State cells (PROTOCOL 2.7) with everything they ever held: the present state is the state after the last block
 * (docs/adr/0018). The padded key identifies a cell, the key as it was last written is returned.
 */
export const CELLS = `
-- Every cell that a block wrote, numbered by block, kind and key of its first write. kind: 0 universal, 1 local.
-- cell: the padded key's 64 bytes.
CREATE TABLE cells (
  id INTEGER PRIMARY KEY,
  kind INTEGER NOT NULL,
  cell BLOB NOT NULL,
  UNIQUE (kind, cell)
) STRICT;
${linkedTables(VERSIONS)}`;

const CELL_LENGTH = padStateKey("").length;
/** Numbers of cells among which those that some blocks wrote are found together, and how many of these are read at once. */
const NUMBERS_TOGETHER = 262_144;
const KEYS_TOGETHER = 4096;

/** The height of the last version of the cell `cells.id` up to a height, both as SQL. */
export function lastVersion(upTo: string): string {
  return lastPlace(VERSIONS, { of: "cells.id", upTo });
}

/** The height of the last version of the cell `cells.id`, as SQL. */
export const PRESENT_VERSION = "(SELECT last FROM cell_ends WHERE cell_ends.id = cells.id)";

/** The present cells of the kind ?1. */
const PRESENT_CELLS = `SELECT lower(hex(cell)) AS cell, written_length, value
  FROM cells CROSS JOIN cell_versions AS version ON version.id = cells.id AND version.height = ${PRESENT_VERSION}
  WHERE kind = ?1 AND value IS NOT NULL`;

interface CellRow {
  readonly cell: string;
  readonly written_length: number;
  readonly value: string;
}

export const CELL_READS = stateReads({
  asked: (isPast) => `SELECT lower(hex(cell)) AS cell, version.value AS value
    FROM json_each(?1) AS asked CROSS JOIN cells ON kind = ?2 AND cell = unhex(asked.value)
    LEFT JOIN cell_versions AS version
      ON version.id = cells.id AND version.height = ${isPast ? lastVersion("?3") : PRESENT_VERSION}`,
  versions: `WITH RECURSIVE listed (id, height, previous, value) AS (
      SELECT cells.id, version.height, previous, value
      FROM cells CROSS JOIN cell_versions AS version
        ON version.id = cells.id AND version.height = ${lastVersion("?3 - 1")}
      WHERE kind = ?1 AND cell = unhex(?2)
      UNION ALL
      SELECT listed.id, version.height, version.previous, version.value
      FROM listed CROSS JOIN cell_versions AS version
        ON version.id = listed.id AND version.height = listed.previous
      LIMIT ?4)
    SELECT height, value FROM listed`,
  cells: (paddedKeys) => JSON.stringify(paddedKeys),
  cell: (paddedKey) => paddedKey,
  sql: (text) => text,
});

/** The first and the last cell that a prefix of state keys may have, in hex. */
export function cellRange(prefix: string): { readonly from: string; readonly to: string } {
  return { from: padStateKey(prefix), to: prefix.padEnd(CELL_LENGTH, "f") };
}

async function listState(
  db: Statements,
  kind: StateKind,
  prefix: string,
  page?: PageRequest,
): Promise<readonly StateEntry[]> {
  const { from, to } = cellRange(prefix);
  const rows = await db.all<CellRow>(
    `${PRESENT_CELLS} AND cells.cell BETWEEN unhex(?2) AND unhex(?3) ORDER BY cells.cell LIMIT ?4 OFFSET ?5`,
    KIND_NUMBERS[kind],
    from,
    to,
    page?.count ?? -1,
    page === undefined ? 0 : rowsBefore(page),
  );
  const entries: StateEntry[] = [];
  await readValues(rows, (row, value) => entries.push({ key: keyOf(row), value }));
  return entries;
}

interface WrittenKeyRow {
  readonly kind: number;
  readonly key: string;
}

/** See `Store.writtenKeys`. */
async function* writtenKeys(
  db: Statements,
  fromHeight: number,
  toHeight: number,
): AsyncGenerator<KeysByKind> {
  const last = (await db.first<{ id: number | null }>("SELECT max(id) AS id FROM cells"))?.id ?? 0;
  for (let after = 0; after < last; after += NUMBERS_TOGETHER) {
    const numbers = await db.all<{ readonly id: number }>(
      `SELECT DISTINCT id FROM cell_versions
       WHERE height > ? AND height <= ? AND id > ? AND id <= ? ORDER BY id`,
      fromHeight,
      toHeight,
      after,
      after + NUMBERS_TOGETHER,
    );
    for (let start = 0; start < numbers.length; start += KEYS_TOGETHER) {
      const rows = await db.all<WrittenKeyRow>(
        `SELECT kind, substr(lower(hex(cell)), 1, (SELECT written_length FROM cell_versions AS version
           WHERE version.id = cells.id AND version.height = ${lastVersion("?2")})) AS key
         FROM json_each(?1) AS asked CROSS JOIN cells ON cells.id = asked.value`,
        JSON.stringify(numbers.slice(start, start + KEYS_TOGETHER).map(({ id }) => id)),
        toHeight,
      );
      const keysOf = (kind: StateKind): readonly string[] =>
        rows.flatMap(({ kind: number, key }) => (number === KIND_NUMBERS[kind] ? [key] : []));
      yield { universal: keysOf("universal"), local: keysOf("local") };
    }
  }
}

export const STATE_READS = { ...CELL_READS, listState, writtenKeys };

/** What a block leaves in a cell. */
interface NewVersion {
  readonly height: number;
  readonly kind: number;
  readonly cell: string;
  readonly entry: StateEntry;
}

/** Writes what blocks leave in the cells that they write (PROTOCOL 2.8). */
export async function writeState(db: Statements, commits: readonly MainBlockCommit[]): Promise<void> {
  await writeInBatches(
    commits.flatMap(versionsOf),
    (batch) => writeVersions(db, batch),
    ({ entry }) => weightUpTo(entry.value, HEAVY_ROW),
  );
}

/** In an order that follows from the block alone. */
function versionsOf({ block: { height }, ...writes }: MainBlockCommit): NewVersion[] {
  return (["universal", "local"] as const).flatMap((kind) =>
    writes[kind]
      .map((entry) => ({ height, kind: KIND_NUMBERS[kind], cell: padStateKey(entry.key), entry }))
      .toSorted((left, right) => (left.cell < right.cell ? -1 : 1)),
  );
}

async function writeVersions(db: Statements, versions: readonly NewVersion[]): Promise<void> {
  const rows = versions.map(({ height, kind, cell, entry: { key, value } }) => [
    height,
    kind,
    cell,
    key.length,
    value === null ? null : canonicalJson(value),
  ]);
  const text = JSON.stringify(rows);
  await db.run(
    `INSERT INTO cells (kind, cell) SELECT value ->> 1, unhex(value ->> 2) FROM json_each(?) WHERE true
     ON CONFLICT (kind, cell) DO NOTHING`,
    text,
  );
  await db.run(
    `INSERT INTO cell_writes (id, height, written_length, value)
     SELECT cells.id, written.value ->> 0, written.value ->> 3, written.value ->> 4
     FROM json_each(?) AS written CROSS JOIN cells
       ON kind = written.value ->> 1 AND cell = unhex(written.value ->> 2)`,
    text,
  );
}

/** Removes what the last block wrote: every cell is again what the block before left (PROTOCOL 8.5). */
export async function undoState(db: Statements, height: number): Promise<void> {
  await db.run("DELETE FROM cell_versions WHERE height = ?", height);
  // The cells that no block wrote before are the last ones.
  await db.run("DELETE FROM cells WHERE id > (SELECT coalesce(max(id), 0) FROM cell_ends)");
}

/** The key as it was last written. */
function keyOf(row: CellRow): string {
  return row.cell.slice(0, row.written_length);
}
