import type { BlockTarget, MainBlockCommit, MainBlockSummary, StoredMainBlock } from "../store.js";
import { columnAndValue } from "./block-target.js";
import type { Statements } from "./connection.js";
import { insertRows } from "./insert-rows.js";

/** Main blocks (PROTOCOL 8): summaries in one table, the rest of the full form in another. */

const SUMMARY_COLUMNS = ["height", "s_timestamp", "previous_blockhash", "blockhash", "transaction_count"];
const SUMMARY = SUMMARY_COLUMNS.join(", ");
const BODY_COLUMNS = ["height", "seal", "universal_updates", "local_updates"];
/**
 * The transactions as a map by hash, as in the block (PROTOCOL 8.1), assembled by the database: thousands of rows would
 * hold up the event loop and fill the heap. Hashes are hexadecimal and records JSON, so nothing needs quoting.
 */
const TRANSACTIONS = `(SELECT coalesce('{' || group_concat('"' || hash || '":' || record, ',' ORDER BY number) || '}', '[]')
  FROM transactions WHERE number > last_number - transaction_count AND number <= last_number) AS transactions`;
const FULL = `${SUMMARY}, seal, ${TRANSACTIONS}, universal_updates, local_updates`;
/** A stream reads blocks together up to this many transactions, those of a full block, and up to this many blocks. */
const STREAM_TRANSACTIONS = 2048;
const STREAM_BLOCKS = 16;

/** The part of a block that the next one is appended to. */
export interface MainLink {
  readonly height: number;
  readonly blockhash: string;
  /** The running number of the chain's last transaction. */
  readonly last_number: number;
}

export async function lastMainBlock(db: Statements): Promise<MainBlockSummary | null> {
  const rows = await db.all<MainBlockSummary>(
    `SELECT ${SUMMARY} FROM main_blocks ORDER BY height DESC LIMIT 1`,
  );
  return rows[0] ?? null;
}

/** The link that the next block follows; null before the first. */
export async function lastMainLink(db: Statements): Promise<MainLink | null> {
  const rows = await db.all<MainLink>(
    "SELECT height, blockhash, last_number FROM main_blocks ORDER BY height DESC LIMIT 1",
  );
  return rows[0] ?? null;
}

/** @param after the running number of the last transaction before them. */
export async function appendMainBlocks(
  db: Statements,
  blocks: readonly MainBlockCommit["block"][],
  after: number,
): Promise<void> {
  let lastNumber = after;
  const summaries = blocks.map((block) => [
    block.height,
    block.s_timestamp,
    block.previous_blockhash,
    block.blockhash,
    block.transaction_count,
    (lastNumber += block.transaction_count),
  ]);
  const bodies = blocks.map(({ height, seal, universal_updates, local_updates }) => [
    height,
    seal,
    universal_updates,
    local_updates,
  ]);
  await insertRows(db, "main_blocks", { columns: [...SUMMARY_COLUMNS, "last_number"], rows: summaries });
  await insertRows(db, "main_block_bodies", { columns: BODY_COLUMNS, rows: bodies });
}

export async function removeMainBlock(db: Statements, height: number): Promise<void> {
  await db.run("DELETE FROM main_block_bodies WHERE height = ?", height);
  await db.run("DELETE FROM main_blocks WHERE height = ?", height);
}

export async function mainBlockSummary(
  db: Statements,
  target: BlockTarget,
): Promise<MainBlockSummary | null> {
  const [column, value] = columnAndValue(target);
  const rows = await db.all<MainBlockSummary>(
    `SELECT ${SUMMARY} FROM main_blocks WHERE ${column} = ?`,
    value,
  );
  return rows[0] ?? null;
}

export function mainBlockSummaries(db: Statements, from: number, to: number): Promise<MainBlockSummary[]> {
  return db.all<MainBlockSummary>(
    `SELECT ${SUMMARY} FROM main_blocks WHERE height BETWEEN ? AND ? ORDER BY height`,
    from,
    to,
  );
}

export async function mainBlock(db: Statements, target: BlockTarget): Promise<StoredMainBlock | null> {
  const [column, value] = columnAndValue(target);
  const rows = await db.all<StoredMainBlock>(
    `SELECT ${FULL} FROM main_blocks JOIN main_block_bodies USING (height) WHERE ${column} = ?`,
    value,
  );
  return rows[0] ?? null;
}

/** The next few full blocks from a height on, not beyond `to`. */
export function nextMainBlocks(db: Statements, from: number, to: number): Promise<StoredMainBlock[]> {
  return db.all<StoredMainBlock>(
    `SELECT ${FULL} FROM main_blocks JOIN main_block_bodies USING (height)
     WHERE height BETWEEN ?1 AND ?2
       AND last_number <=
         (SELECT max(last_number, last_number - transaction_count + ?3) FROM main_blocks WHERE height = ?1)
     ORDER BY height LIMIT ?4`,
    from,
    to,
    STREAM_TRANSACTIONS,
    STREAM_BLOCKS,
  );
}
