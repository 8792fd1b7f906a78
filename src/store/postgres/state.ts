import { padStateKey, type StateKind } from "../../codec/state-key.js";
import { readValues } from "../read-values.js";
import { KIND_NUMBERS, stateReads } from "../state-reads.js";
import { rowsBefore } from "../selected-rows.js";
import type { KeysByKind, PageRequest, StateEntry } from "../store.js";
import { type BlockRows, type Queries, asArray, column, hexParameter, withDollars } from "./rows.js";
import { PLACE_OF_CELL, presentCells } from "./listed-cells.js";

/**
 * State cells (PROTOCOL 2.7) with all their past values. The present state is the state after the last block. The padded
 * key identifies a cell; reads return the key as it was last written.
 */

/** A height above every block's. */
const PRESENT = Number.MAX_SAFE_INTEGER;
const CELL_LENGTH = padStateKey("").length;

const CELL_READS = stateReads({
  asked: (isPast) => `SELECT encode(asked.cell, 'hex') AS cell, value
    FROM (SELECT decode(hex, 'hex') AS cell FROM unnest(${asArray(1, "text")}) AS keys (hex)) AS asked
    CROSS JOIN LATERAL (
      SELECT value FROM cell_version WHERE kind = ?2 AND cell = asked.cell AND height <= ${isPast ? "?3" : PRESENT}
      ORDER BY height DESC LIMIT 1
    ) AS version`,
  versions: `SELECT height, value FROM cell_version WHERE kind = ?1 AND cell = decode(?2, 'hex') AND height < ?3
    ORDER BY height DESC LIMIT ?4`,
  cells: (paddedKeys) => column(paddedKeys.flatMap((key) => hexParameter(key) ?? [])),
  cell: hexParameter,
  sql: withDollars,
});

interface CellRow {
  readonly cell: string;
  readonly written: number;
  readonly value: string;
}

interface CellPlace {
  readonly after: string | null;
  readonly before: number;
}

/** The number of rows of a range of heights that are read together, and the number of heights that are tried first. */
const FEW_ROWS = 1024;
const MANY_ROWS = 8192;
const FIRST_HEIGHTS = 16;
const MOST_HEIGHTS = 1_048_576;

/** The key as it was last written. */
function keyOf({ cell, written }: Pick<CellRow, "cell" | "written">): string {
  return cell.slice(0, written);
}

async function listState(
  db: Queries,
  kind: StateKind,
  prefix: string,
  page?: PageRequest,
): Promise<readonly StateEntry[]> {
  const [first, last] = [hexParameter(padStateKey(prefix)), hexParameter(prefix.padEnd(CELL_LENGTH, "f"))];
  const skipped = page === undefined ? 0 : rowsBefore(page);
  const place =
    skipped === 0 ? null : await db.first<CellPlace>(PLACE_OF_CELL, KIND_NUMBERS[kind], first, last, skipped);
  const rows = await db.all<CellRow>(
    `${presentCells(typeof place?.after === "string" ? ">" : ">=")} LIMIT $4 OFFSET $5`,
    KIND_NUMBERS[kind],
    place?.after ?? first,
    last,
    page?.count ?? null,
    skipped - (place?.before ?? 0),
  );
  const entries: StateEntry[] = [];
  await readValues(rows, (row, value) => entries.push({ key: keyOf(row), value }));
  return entries;
}

/** See `Store.writtenKeys`. A version is the last one of its cell unless a later one is in the range. */
async function* writtenKeys(db: Queries, fromHeight: number, toHeight: number): AsyncGenerator<KeysByKind> {
  let heights = FIRST_HEIGHTS;
  for (let after = fromHeight; after < toHeight;) {
    const rows = await db.all<{
      readonly kind: number;
      readonly cell: string;
      readonly written: number;
    }>(
      `SELECT kind, encode(cell, 'hex') AS cell, written FROM cell_version AS version
     WHERE height > $1 AND height <= $2 AND NOT EXISTS (
       SELECT 1 FROM cell_version AS later
       WHERE later.kind = version.kind AND later.cell = version.cell AND later.height > version.height AND later.height <= $3)
     ORDER BY kind, cell`,
      after,
      Math.min(after + heights, toHeight),
      toHeight,
    );
    const keysIn = (kind: StateKind): readonly string[] =>
      rows.flatMap((row) => (row.kind === KIND_NUMBERS[kind] ? [keyOf(row)] : []));
    if (rows.length > 0) yield { universal: keysIn("universal"), local: keysIn("local") };
    after += heights;
    if (rows.length < FEW_ROWS) heights = Math.min(heights * 2, MOST_HEIGHTS);
    else if (rows.length > MANY_ROWS) heights = Math.ceil(heights / 2);
  }
}

/** Writes the values that blocks leave in cells (PROTOCOL 2.8), in the order of the index. */
export async function insertVersions(db: Queries, blocks: readonly BlockRows[]): Promise<void> {
  const rows = blocks
    .flatMap(({ block: { height }, cells }) =>
      cells.map(({ kind, key, value }) => ({
        kind: KIND_NUMBERS[kind],
        cell: padStateKey(key),
        height,
        written: key.length,
        value,
      })),
    )
    .toSorted((left, right) =>
      left.kind !== right.kind ? left.kind - right.kind : left.cell < right.cell ? -1 : 1,
    );
  if (rows.length === 0) return;
  await db.run(
    `INSERT INTO cell_version (kind, cell, height, written, value)
   SELECT kind, decode(hex, 'hex'), height, written, value
   FROM unnest(${asArray(1, "smallint")}, ${asArray(2, "text")}, ${asArray(3, "bigint")}, ${asArray(4, "smallint")},
     ${asArray(5, "text")}) AS new (kind, hex, height, written, value)`,
    column(rows.map(({ kind }) => kind)),
    column(rows.map(({ cell }) => cell)),
    column(rows.map(({ height }) => height)),
    column(rows.map(({ written }) => written)),
    column(rows.map(({ value }) => value)),
  );
}

/** Removes the values that the last block wrote. Every cell then has its value after the block before (PROTOCOL 8.5). */
export async function deleteVersions(db: Queries, height: number): Promise<void> {
  await db.run("DELETE FROM cell_version WHERE height = $1", height);
}

export const PROJECTED_STATE = { ...CELL_READS, listState, writtenKeys };
