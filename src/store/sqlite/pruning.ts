import { PRUNED_NOTE } from "../pruned.js";
import type { PruneTurn } from "../store.js";
import type { DatabaseConnection, Statements } from "./connection.js";
import { horizonOf, type Horizon } from "./horizon.js";
import { GIVING_BACK, writeMeta } from "./schema.js";
import { insertRows } from "./write-rows.js";

/** Removing what lies below a horizon: bodies, transactions and their indexes, and versions of cells (docs/pruning.md). */

/** Transactions, and blocks, that one turn removes: a few milliseconds of the disk. A block goes as a whole. */
const TRANSACTIONS_A_TURN = 256;
const BLOCKS_A_TURN = 64;

/** See `Store.prune`. */
export async function pruneNext(writer: DatabaseConnection, upTo: number): Promise<PruneTurn> {
  const before = (await horizonOf(writer))?.height ?? 0;
  const horizon = await removeNext(writer, upTo);
  return { horizon, isDone: horizon === before && (await giveBack(writer)) };
}

/** Free pages that stay for the next blocks: 4 MB, or a twentieth of the database. */
const LEAST_FREE = 1024;
const FREE_SHARE = 20;
/** Pages that a turn moves from the end of the file: 1 MB. */
const PAGES_A_TURN = 256;

/** Gives some free pages back. Returns whether no more are to go: those of a database of an earlier version stay. */
async function giveBack(writer: DatabaseConnection): Promise<boolean> {
  const [pages] = await writer.all<{ free: number; total: number; mode: number }>(
    `SELECT freelist_count AS free, page_count AS total, auto_vacuum AS mode
     FROM pragma_freelist_count, pragma_page_count, pragma_auto_vacuum`,
  );
  if (pages === undefined || pages.mode !== GIVING_BACK) return true;
  if (pages.free <= Math.max(LEAST_FREE, pages.total / FREE_SHARE)) return true;
  await writer.script(`PRAGMA incremental_vacuum(${PAGES_A_TURN})`);
  return false;
}

/**
 * Removes the next blocks, up to a height, in one transaction of the database together with the note of it: a process
 * that dies loses a turn at most, and the next one continues. Returns the new horizon.
 */
function removeNext(writer: DatabaseConnection, upTo: number): Promise<number> {
  return writer.transaction(async (db) => {
    const from = (await horizonOf(db)) ?? { height: 0, last_number: 0 };
    const to = await db.first<{ height: number; last_number: number }>(
      `SELECT height, last_number FROM main_blocks
       WHERE height = ?1 + 1 OR (height > ?1 AND height <= ?1 + ${BLOCKS_A_TURN} AND last_number <= ?2 + ${TRANSACTIONS_A_TURN})
       ORDER BY height DESC LIMIT 1`,
      from.height,
      from.last_number,
    );
    const end = to !== null && to.height > upTo ? await blockAt(db, upTo) : to;
    if (end === null || end.height <= from.height) return from.height;
    await writeMeta(db, PRUNED_NOTE, String(end.height));
    const numbers = [from.last_number, end.last_number];
    await removeReplaced(db, "address_transactions", { owner: "address", place: "number" }, numbers);
    await removeReplaced(db, "cell_versions", { owner: "id", place: "height" }, [from.height, end.height]);
    await db.run("DELETE FROM transactions WHERE number > ? AND number <= ?", ...numbers);
    await emptyBodies(db, [from.height, end.height]);
    return end.height;
  });
}

/** Keeps the seals. Rows that are made shorter in their place would leave their pages nearly empty. */
async function emptyBodies(db: Statements, range: readonly number[]): Promise<void> {
  const bodies = await db.all<{ height: number; seal: string }>(
    "DELETE FROM main_block_bodies WHERE height > ? AND height <= ? RETURNING height, seal",
    ...range,
  );
  await insertRows(db, "main_block_bodies", {
    columns: ["height", "seal", "universal_updates", "local_updates"],
    rows: bodies.map(({ height, seal }) => [height, seal, "", ""]),
  });
}

function blockAt(db: Statements, height: number): Promise<Pick<Horizon, "height" | "last_number"> | null> {
  return db.first("SELECT height, last_number FROM main_blocks WHERE height = ?", height);
}

/**
 * Removes the rows that linked rows from one place up to another have replaced. Of each owner the last row stays, with
 * which its values begin, and to which an undo of later ones returns.
 */
async function removeReplaced(
  db: Statements,
  table: string,
  { owner, place }: { readonly owner: string; readonly place: string },
  range: readonly number[],
): Promise<void> {
  await db.run(
    `DELETE FROM ${table} WHERE (${place}, ${owner}) IN
       (SELECT previous, ${owner} FROM ${table} WHERE ${place} > ? AND ${place} <= ? AND previous IS NOT NULL)`,
    ...range,
  );
}
