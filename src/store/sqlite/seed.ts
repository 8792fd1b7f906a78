import { canonicalJson } from "../../codec/canonical-json.js";
import { padStateKey, type StateKind } from "../../codec/state-key.js";
import { weightUpTo } from "../../codec/value.js";
import { MAIN_SUMMARY_COLUMNS } from "../block-reads.js";
import { BEGUN_NOTE, PRUNED_NOTE } from "../pruned.js";
import { KIND_NUMBERS } from "../state-reads.js";
import type { CodeWrite, MainBlockSummary, StateEntry } from "../store.js";
import { openConnection, type DatabaseConnection, type Statements } from "./connection.js";
import { horizonOf } from "./horizon.js";
import { prepareSchema, writeMeta } from "./schema.js";
import { HEAVY_ROW, insertRows } from "./write-rows.js";

/**
 * Writes a new database file with what a pruned one holds up to its horizon: the state, the headers and the seals, and
 * the indexes that continue. Blocks can be applied to it as to the pruned one when it was at that height. Returns the
 * number of transactions up to there.
 */
export async function seedFromPruned(pruned: string, newFile: string, horizon: number): Promise<number> {
  const connection = await openConnection(newFile, "read-write");
  try {
    await prepareSchema(connection, newFile);
    await connection.run("ATTACH ? AS pruned", pruned);
    await copyRows(connection, horizon);
    return (await horizonOf(connection))?.last_number ?? 0;
  } finally {
    await connection.close();
  }
}

function copyRows(connection: DatabaseConnection, horizon: number): Promise<void> {
  const upTo = "(SELECT last_number FROM pruned.main_blocks WHERE height = ?1)";
  const copied: Readonly<Record<string, string>> = {
    main_blocks: "height <= ?1",
    main_block_bodies: "height <= ?1",
    code_writes: "height <= ?1",
    cells: "id IN (SELECT id FROM pruned.cell_versions WHERE height <= ?1)",
    cell_versions: "height <= ?1",
    addresses: `id IN (SELECT address FROM pruned.address_transactions WHERE number <= ${upTo})`,
    address_transactions: `number <= ${upTo}`,
  };
  return connection.transaction(async (db) => {
    for (const [table, which] of Object.entries(copied))
      await db.run(`INSERT INTO main.${table} SELECT * FROM pruned.${table} WHERE ${which}`, horizon);
    await db.run("INSERT INTO main.meta (name, value) VALUES (?, ?)", PRUNED_NOTE, String(horizon));
    await db.run("INSERT INTO main.meta SELECT * FROM pruned.meta WHERE name = ?", BEGUN_NOTE);
  });
}

/** What a chain begins with in place of blocks. */
export interface SnapshotRows {
  /** From height 1 on. */
  readonly main: AsyncIterable<MainBlockSummary>;
  readonly codes: AsyncIterable<CodeWrite>;
  readonly cells: AsyncIterable<SnapshotCell>;
}

export interface SnapshotCell extends StateEntry {
  readonly kind: StateKind;
  /** The main block that wrote it. */
  readonly height: number;
}

/** Rows that are written together. */
const ROWS = 512;

/**
 * Writes a new database file with the headers, codes and cells of a snapshot, as one that is pruned up to its height. Blocks
 * can be applied to it. The file is worth nothing unless this returns.
 */
export async function seedFromSnapshot(newFile: string, network: string, rows: SnapshotRows): Promise<void> {
  const connection = await openConnection(newFile, "read-write");
  try {
    await prepareSchema(connection, newFile);
    await connection.script("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;");
    await connection.transaction(async (db) => {
      const height = await writeHeaders(db, rows.main);
      await writeCodes(db, rows.codes);
      await writeCells(db, rows.cells);
      const notes = { network, [PRUNED_NOTE]: String(height), [BEGUN_NOTE]: String(height) };
      for (const [name, value] of Object.entries(notes)) await writeMeta(db, name, value);
    });
  } finally {
    await connection.close();
  }
}

/** Returns the last height. */
async function writeHeaders(db: Statements, blocks: SnapshotRows["main"]): Promise<number> {
  let last = { height: 0, number: 0 };
  for await (const some of inBatches(blocks)) {
    const summaries = some.map((block) => {
      last = { height: block.height, number: last.number + block.transaction_count };
      return [...MAIN_SUMMARY_COLUMNS.map((name) => block[name] ?? null), last.number];
    });
    const bodies = some.map(({ height }) => [height, "", "", ""]);
    await insertRows(db, "main_blocks", {
      columns: [...MAIN_SUMMARY_COLUMNS, "last_number"],
      rows: summaries,
    });
    await insertRows(db, "main_block_bodies", {
      columns: ["height", "seal", "universal_updates", "local_updates"],
      rows: bodies,
    });
  }
  return last.height;
}

async function writeCodes(db: Statements, writes: SnapshotRows["codes"]): Promise<void> {
  let position = 0;
  for await (const some of inBatches(writes)) {
    const rows = some.map(({ height, key }) => [height, position++, key]);
    await insertRows(db, "code_writes", { columns: ["height", "position", "key"], rows });
  }
}

/** A cell may have had earlier values, which are not known: its one version stands for them too. */
async function writeCells(db: Statements, cells: SnapshotRows["cells"]): Promise<void> {
  let id = 0;
  for await (const some of inBatches(cells, ({ value }) => weightUpTo(value, HEAVY_ROW))) {
    const rows = some.map(({ kind, key, height, value }) => [
      (id += 1),
      KIND_NUMBERS[kind],
      padStateKey(key),
      height,
      key.length,
      canonicalJson(value),
    ]);
    const text = JSON.stringify(rows);
    await db.run(
      `INSERT INTO cells (id, kind, cell)
       SELECT value ->> 0, value ->> 1, unhex(value ->> 2) FROM json_each(?)`,
      text,
    );
    await db.run(
      `INSERT INTO cell_versions (id, height, written_length, value, previous, step, jump, jump_step)
       SELECT value ->> 0, value ->> 3, value ->> 4, value ->> 5, 0, 1, NULL, 0 FROM json_each(?)`,
      text,
    );
  }
}

/** @param weigh the weight of an item; a batch is not much heavier than `HEAVY_ROW`. */
async function* inBatches<T>(
  items: AsyncIterable<T>,
  weigh: (item: T) => number = () => 1,
): AsyncGenerator<readonly T[]> {
  let batch: T[] = [];
  let weight = 0;
  for await (const item of items) {
    batch.push(item);
    weight += weigh(item);
    if (batch.length < ROWS && weight < HEAVY_ROW) continue;
    yield batch;
    [batch, weight] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}
