import { setImmediate } from "node:timers/promises";
import { canonicalJson } from "../../codec/canonical-json.js";
import { parseJson } from "../../codec/parse-json.js";
import { padStateKey, type StateKind } from "../../codec/state-key.js";
import { type Value, weightUpTo } from "../../codec/value.js";
import type { PageRequest, StateEntry, CellWrite } from "../store.js";
import { HEAVY_ROW, writeInBatches } from "./write-rows.js";
import type { Statements } from "./connection.js";
import { rowsBefore } from "./selected-rows.js";

/** State cells (PROTOCOL 2.7): the padded key identifies the cell, the key as it was last written is returned. */

export const STATE_TABLES: Readonly<Record<StateKind, string>> = {
  universal: "universal_state",
  local: "local_state",
};
const CELL_LENGTH = padStateKey("").length;
const STREAM_BATCH = 1000;
const NOTE_REPLACED = "INSERT INTO replaced_cells (height, kind, cell, written_length, value)";

interface CellRow {
  readonly cell: string;
  readonly written_length: number;
  readonly value: string;
}

/** The values of the cells that exist, by padded key. */
export async function readState(
  db: Statements,
  kind: StateKind,
  paddedKeys: readonly string[],
): Promise<Map<string, Value>> {
  const rows = await db.all<Pick<CellRow, "cell" | "value">>(
    `SELECT lower(hex(cell)) AS cell, state.value AS value
     FROM json_each(?) AS asked CROSS JOIN ${STATE_TABLES[kind]} AS state ON cell = unhex(asked.value)`,
    JSON.stringify(paddedKeys),
  );
  const cells = new Map<string, Value>();
  await readValues(rows, ({ cell }, value) => cells.set(cell, value));
  return cells;
}

/** Bytes of the values of cells together, without reading them. */
export async function stateLength(
  db: Statements,
  kind: StateKind,
  paddedKeys: readonly string[],
): Promise<number> {
  const [row] = await db.all<{ readonly length: number }>(
    `SELECT coalesce(sum(octet_length(state.value)), 0) AS length
     FROM json_each(?) AS asked CROSS JOIN ${STATE_TABLES[kind]} AS state ON cell = unhex(asked.value)`,
    JSON.stringify(paddedKeys),
  );
  return row?.length ?? 0;
}

interface ListedCells {
  readonly kind: StateKind;
  readonly prefix: string;
  readonly page: PageRequest | undefined;
}

export async function listState(
  db: Statements,
  { kind, prefix, page }: ListedCells,
): Promise<readonly StateEntry[]> {
  const rows = await db.all<CellRow>(
    `SELECT lower(hex(cell)) AS cell, written_length, value FROM ${STATE_TABLES[kind]}
     WHERE cell BETWEEN unhex(?) AND unhex(?) ORDER BY ${STATE_TABLES[kind]}.cell LIMIT ? OFFSET ?`,
    padStateKey(prefix),
    prefix.padEnd(CELL_LENGTH, "f"),
    page?.count ?? -1,
    page === undefined ? 0 : rowsBefore(page),
  );
  const entries: StateEntry[] = [];
  await readValues(rows, (row, value) => entries.push({ key: keyOf(row), value }));
  return entries;
}

/** Every cell in key order, a thousand at a time; a block committed meanwhile shows in the batches still to come. */
export async function* streamState(db: Statements, kind: StateKind): AsyncGenerator<StateEntry> {
  for (let after = ""; ;) {
    const rows = await db.all<CellRow>(
      `SELECT lower(hex(cell)) AS cell, written_length, value FROM ${STATE_TABLES[kind]}
       WHERE cell > unhex(?) ORDER BY ${STATE_TABLES[kind]}.cell LIMIT ?`,
      after,
      STREAM_BATCH,
    );
    for (const row of rows) yield { key: keyOf(row), value: parseJson(row.value) };
    const last = rows.at(-1);
    if (last === undefined || rows.length < STREAM_BATCH) return;
    after = last.cell;
  }
}

/**
 * Writes the cells of blocks in their order, each cell once for each block, a null value removing one (PROTOCOL 2.8).
 * Notes the value that a block replaces or removes when the block does not list it (PROTOCOL 8.5).
 */
export async function writeState(
  db: Statements,
  kind: StateKind,
  blocks: readonly BlockWrites[],
): Promise<void> {
  const { first, replaced, last } = foldWrites(blocks);
  await writeInBatches(first, (batch) => noteStored(db, kind, batch));
  await writeInBatches(replaced, (batch) => noteReplaced(db, kind, batch), weightOf);
  await writeInBatches(last, (batch) => putCells(db, kind, batch), weightOf);
}

/** Notes the values in the table. */
async function noteStored(db: Statements, kind: StateKind, writes: readonly FirstWriteRow[]): Promise<void> {
  await db.run(
    `${NOTE_REPLACED}
     SELECT entry.value ->> 0, ?, cell, written_length, iif(entry.value ->> 3, NULL, state.value)
     FROM json_each(?) AS entry CROSS JOIN ${STATE_TABLES[kind]} AS state ON cell = unhex(entry.value ->> 1)
     WHERE written_length <> entry.value ->> 2 OR NOT entry.value ->> 3`,
    kind,
    rowsJson(writes, ({ height, cell, length, isOldKnown }) => [height, cell, length, isOldKnown]),
  );
}

/** Notes the replaced values that an earlier block of the same batch wrote. */
async function noteReplaced(db: Statements, kind: StateKind, cells: readonly ReplacedCell[]): Promise<void> {
  await db.run(
    `${NOTE_REPLACED}
     SELECT value ->> 0, ?, unhex(value ->> 1), value ->> 2, value ->> 3 FROM json_each(?)`,
    kind,
    rowsJson(cells, ({ height, cell, length, value }) => [
      height,
      cell,
      length,
      value === null ? null : canonicalJson(value),
    ]),
  );
}

/** Writes cells, a null value removing one. */
async function putCells(db: Statements, kind: StateKind, entries: readonly StateEntry[]): Promise<void> {
  await removeCells(db, kind, entries);
  await db.run(
    `INSERT INTO ${STATE_TABLES[kind]} (cell, written_length, value)
     SELECT unhex(value ->> 0), value ->> 1, value ->> 2 FROM json_each(?) WHERE true
     ON CONFLICT (cell) DO UPDATE SET written_length = excluded.written_length, value = excluded.value`,
    presentCells(entries),
  );
}

async function removeCells(db: Statements, kind: StateKind, entries: readonly StateEntry[]): Promise<void> {
  const removed = entries.filter(({ value }) => value === null);
  // Blocks seldom remove cells, and a statement costs more than all other writes of a small block.
  if (removed.length === 0) return;
  await db.run(
    `DELETE FROM ${STATE_TABLES[kind]} WHERE cell IN (SELECT unhex(value) FROM json_each(?))`,
    rowsJson(removed, ({ key }) => padStateKey(key)),
  );
}

function presentCells(entries: readonly StateEntry[]): string {
  const present = entries.filter(({ value }) => value !== null);
  return rowsJson(present, ({ key, value }) => [padStateKey(key), key.length, canonicalJson(value)]);
}

/** The rows of a statement as one JSON text, which `json_each` turns back into rows. */
function rowsJson<T>(rows: readonly T[], toRow: (row: T) => unknown): string {
  return JSON.stringify(rows.map(toRow));
}

function weightOf({ value }: { readonly value: Value }): number {
  return weightUpTo(value, HEAVY_ROW);
}

/** The key as it was last written. */
function keyOf(row: CellRow): string {
  return row.cell.slice(0, row.written_length);
}

/** Characters of values read before other work gets a turn: the longest value of a cell, a few milliseconds. */
const TURN_LENGTH = 65_536;

/**
 * Reads the values of rows and passes each on. A value is nearly always short, but a thousand of the longest take
 * seconds, so other work gets a turn in between.
 */
export async function readValues<Row extends { readonly value: string }>(
  rows: readonly Row[],
  take: (row: Row, value: Value) => void,
): Promise<void> {
  let length = 0;
  for (const row of rows) {
    take(row, parseJson(row.value));
    length += row.value.length;
    if (length < TURN_LENGTH) continue;
    length = 0;
    await setImmediate();
  }
}

/** What one block writes of one kind of state, each cell once. */
interface BlockWrites {
  readonly height: number;
  readonly entries: readonly CellWrite[];
}

/** A block's write to a cell that no earlier one of these blocks writes: the replaced value is in the database. */
interface FirstWriteRow {
  readonly height: number;
  /** The padded key. */
  readonly cell: string;
  /** The length of the key as the write spells it, in hexadecimal characters: 0 when it removes the cell. */
  readonly length: number;
  /** Whether the block lists the cell's earlier value. */
  readonly isOldKnown: boolean;
}

/** The value that one of these blocks left in a cell and a later one replaces. */
interface ReplacedCell {
  /** The later block's height. */
  readonly height: number;
  readonly cell: string;
  /** The length of the replaced spelling. */
  readonly length: number;
  /** Null when the later block lists it itself. */
  readonly value: Value;
}

/** The writes of some blocks, in the form in which one statement for each table takes them. */
interface FoldedWrites {
  readonly first: readonly FirstWriteRow[];
  readonly replaced: readonly ReplacedCell[];
  /** Each cell once, with its value after the last block. */
  readonly last: readonly StateEntry[];
}

/** Folds blocks in the order of their heights. */
function foldWrites(blocks: readonly BlockWrites[]): FoldedWrites {
  const first: FirstWriteRow[] = [];
  const replaced: ReplacedCell[] = [];
  const last = new Map<string, StateEntry>();
  for (const { height, entries } of blocks) {
    for (const entry of entries) {
      const cell = padStateKey(entry.key);
      const before = last.get(cell);
      const length = spelledLength(entry);
      const isOldKnown = entry.old !== null;
      if (before === undefined) first.push({ height, cell, length, isOldKnown });
      else if (before.value !== null && (spelledLength(before) !== length || !isOldKnown))
        replaced.push({
          height,
          cell,
          length: spelledLength(before),
          value: isOldKnown ? null : before.value,
        });
      last.set(cell, entry);
    }
  }
  return { first, replaced, last: [...last.values()] };
}

function spelledLength({ key, value }: StateEntry): number {
  return value === null ? 0 : key.length;
}
