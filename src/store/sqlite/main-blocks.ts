import type { MainBlockCommit, MainBlockSummary, StoredMainBlock } from "../store.js";
import {
  bodyInPieces,
  PIECE_TRANSACTIONS,
  STREAM_BLOCKS,
  STREAM_TRANSACTIONS,
  withoutNull,
  type PieceQueries,
} from "../main-block-rows.js";
import type { Statements } from "./connection.js";
import { insertRows } from "./write-rows.js";
import type { MainBlockPieces } from "../../records/main-block.js";

/** Main blocks (PROTOCOL 8): summaries in one table, the rest of the full form in another. */

const SUMMARY_COLUMNS = [
  "height",
  "s_timestamp",
  "resource_blockhash",
  "previous_blockhash",
  "blockhash",
  "transaction_count",
];
const SUMMARY = SUMMARY_COLUMNS.join(", ");
const BODY_COLUMNS = ["height", "seal", "universal_updates", "local_updates"];
/**
 * The transactions as a map by hash, as in the block (PROTOCOL 8.1), assembled by the database: thousands of rows would
 * hold up the event loop and fill the heap. Hashes are hexadecimal and records JSON, so nothing needs quoting.
 */
const TRANSACTIONS = `(SELECT coalesce('{' || group_concat('"' || hash || '":' || record, ',' ORDER BY number) || '}', '[]')
  FROM transactions WHERE number > last_number - transaction_count AND number <= last_number) AS transactions`;
const FULL = `${SUMMARY}, seal, ${TRANSACTIONS}, universal_updates, local_updates`;

/** The part of a block that the next one is appended to. */
export interface MainLink {
  readonly height: number;
  readonly blockhash: string;
  /** The running number of the chain's last transaction. */
  readonly last_number: number;
}

export async function lastMainBlock(db: Statements): Promise<MainBlockSummary | null> {
  return withoutNull(
    await db.first<MainBlockSummary>(`SELECT ${SUMMARY} FROM main_blocks ORDER BY height DESC LIMIT 1`),
  );
}

/** The link that the next block follows; null before the first. */
export function lastMainLink(db: Statements): Promise<MainLink | null> {
  return db.first<MainLink>(
    "SELECT height, blockhash, last_number FROM main_blocks ORDER BY height DESC LIMIT 1",
  );
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
    block.resource_blockhash ?? null,
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

/** The summaries of these blocks, each under its height and its blockhash. */
export async function namedSummaries(
  db: Statements,
  names: readonly (number | string)[],
): Promise<Map<number | string, MainBlockSummary>> {
  const rows = await db.all<MainBlockSummary>(
    `SELECT ${SUMMARY} FROM main_blocks
     WHERE height IN (SELECT value FROM json_each(?1) WHERE type = 'integer')
       OR blockhash IN (SELECT value FROM json_each(?1) WHERE type = 'text')`,
    JSON.stringify(names),
  );
  const found = new Map<number | string, MainBlockSummary>();
  for (const row of rows.map(withoutNull)) found.set(row.height, row).set(row.blockhash, row);
  return found;
}

async function mainBlockSummaries(db: Statements, from: number, to: number): Promise<MainBlockSummary[]> {
  const rows = await db.all<MainBlockSummary>(
    `SELECT ${SUMMARY} FROM main_blocks WHERE height BETWEEN ? AND ? ORDER BY height`,
    from,
    to,
  );
  return rows.map(withoutNull);
}

/** Full blocks, a few at a time; ends early at the tip. */
async function* streamMainBlocks(db: Statements, from: number, to: number): AsyncGenerator<StoredMainBlock> {
  for (let next = from; next <= to;) {
    const blocks = await nextMainBlocks(db, next, to);
    if (blocks.length === 0) return;
    yield* blocks;
    next += blocks.length;
  }
}

/** The next few full blocks from a height on, not beyond `to`. */
async function nextMainBlocks(db: Statements, from: number, to: number): Promise<StoredMainBlock[]> {
  const rows = await db.all<StoredMainBlock>(
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
  return rows.map(withoutNull);
}

const PIECES: PieceQueries = {
  transactions: `SELECT group_concat('"' || hash || '":' || record, ',' ORDER BY number) AS piece, count(*) AS taken
  FROM (
    SELECT number, hash, record, sum(length(record)) OVER (ORDER BY number) - length(record) AS length_before
    FROM main_blocks CROSS JOIN transactions
    WHERE main_blocks.height = ?1 AND blockhash = ?2
      AND number > last_number - transaction_count + ?3
      AND number <= min(last_number, last_number - transaction_count + ?3 + ${PIECE_TRANSACTIONS})
  ) WHERE length_before < ?4`,
  column: (name) => `SELECT substr(${name}, ?3, ?4) AS piece, 1 AS taken
    FROM main_blocks JOIN main_block_bodies USING (height) WHERE height = ?1 AND blockhash = ?2`,
};

function mainBlockBody(db: Statements, block: MainBlockSummary): MainBlockPieces {
  return bodyInPieces(db, block, PIECES);
}

export const MAIN_BLOCK_READS = { lastMainBlock, mainBlockSummaries, mainBlockBody, streamMainBlocks };
