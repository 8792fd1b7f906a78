import type { BlockTarget, MainBlockCommit, MainBlockSummary, StoredMainBlock } from "../store.js";
import { columnAndValue } from "./block-target.js";
import type { Statements } from "./connection.js";
import { transactionsBetween } from "./transactions.js";

/** Main blocks (PROTOCOL 8): summaries in one table, what only the full form needs in another. */

const SUMMARY = "height, s_timestamp, previous_blockhash, blockhash, transaction_count";
const FULL = `${SUMMARY}, last_number, seal, universal_updates, local_updates`;
/** A stream reads as many blocks at once as hold this many transactions after the first, and not more than these. */
const STREAM_TRANSACTIONS = 2048;
const STREAM_BLOCKS = 16;

type BlockRow = Omit<StoredMainBlock, "transactions"> & {
  /** The running number of the block's last transaction. */
  readonly last_number: number;
};

export async function lastMainBlock(db: Statements): Promise<MainBlockSummary | null> {
  const rows = await db.all<MainBlockSummary>(
    `SELECT ${SUMMARY} FROM main_blocks ORDER BY height DESC LIMIT 1`,
  );
  return rows[0] ?? null;
}

export async function appendMainBlock(
  db: Statements,
  block: MainBlockCommit["block"],
  lastNumber: number,
): Promise<void> {
  await db.run(
    `INSERT INTO main_blocks (${SUMMARY}, last_number) VALUES (?, ?, ?, ?, ?, ?)`,
    block.height,
    block.s_timestamp,
    block.previous_blockhash,
    block.blockhash,
    block.transaction_count,
    lastNumber,
  );
  await db.run(
    "INSERT INTO main_block_bodies (height, seal, universal_updates, local_updates) VALUES (?, ?, ?, ?)",
    block.height,
    block.seal,
    block.universal_updates,
    block.local_updates,
  );
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

/** Reads twice; `db` must be a transaction. */
export async function mainBlock(db: Statements, target: BlockTarget): Promise<StoredMainBlock | null> {
  const [column, value] = columnAndValue(target);
  const rows = await db.all<BlockRow>(
    `SELECT ${FULL} FROM main_blocks JOIN main_block_bodies USING (height) WHERE ${column} = ?`,
    value,
  );
  return (await withTransactions(db, rows))[0] ?? null;
}

/** The next few full blocks from a height on, not beyond `to`. Reads twice; `db` must be a transaction. */
export async function nextMainBlocks(db: Statements, from: number, to: number): Promise<StoredMainBlock[]> {
  const rows = await db.all<BlockRow>(
    `SELECT ${FULL} FROM main_blocks JOIN main_block_bodies USING (height)
     WHERE height BETWEEN ?1 AND ?2
       AND last_number <= (SELECT last_number FROM main_blocks WHERE height = ?1) + ?3
     ORDER BY height LIMIT ?4`,
    from,
    to,
    STREAM_TRANSACTIONS,
    STREAM_BLOCKS,
  );
  return withTransactions(db, rows);
}

/** Completes consecutive blocks. */
async function withTransactions(db: Statements, rows: readonly BlockRow[]): Promise<StoredMainBlock[]> {
  const [first, last] = [rows.at(0), rows.at(-1)];
  if (first === undefined || last === undefined) return [];
  const before = first.last_number - first.transaction_count;
  const transactions = await transactionsBetween(db, before + 1, last.last_number);
  return rows.map(({ last_number: end, ...block }) => ({
    ...block,
    transactions: transactions.slice(end - block.transaction_count - before, end - before),
  }));
}
