import type { BlockTarget, StoredResourceBlock } from "../store.js";
import { columnAndValue } from "./block-target.js";
import type { Statements } from "./connection.js";

/** Resource blocks (PROTOCOL 10), one row each. */

const COLUMNS = `height, blockhash, previous_blockhash, nonce, timestamp, difficulty,
  main_height, main_blockhash, validator, miner, receipts, receipt_count`;

export async function appendResourceBlock(db: Statements, block: StoredResourceBlock): Promise<void> {
  await db.run(
    `INSERT INTO resource_blocks (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    block.height,
    block.blockhash,
    block.previous_blockhash,
    block.nonce,
    block.timestamp,
    block.difficulty,
    block.main_height,
    block.main_blockhash,
    block.validator,
    block.miner,
    block.receipts,
    block.receipt_count,
  );
}

export async function removeResourceBlock(db: Statements, height: number): Promise<void> {
  await db.run("DELETE FROM resource_blocks WHERE height = ?", height);
}

export async function lastResourceBlock(db: Statements): Promise<StoredResourceBlock | null> {
  const rows = await db.all<StoredResourceBlock>(
    `SELECT ${COLUMNS} FROM resource_blocks ORDER BY height DESC LIMIT 1`,
  );
  return rows[0] ?? null;
}

export async function resourceBlock(
  db: Statements,
  target: BlockTarget,
): Promise<StoredResourceBlock | null> {
  const [column, value] = columnAndValue(target);
  const rows = await db.all<StoredResourceBlock>(
    `SELECT ${COLUMNS} FROM resource_blocks WHERE ${column} = ?`,
    value,
  );
  return rows[0] ?? null;
}

export async function resourceBlockBefore(
  db: Statements,
  timestampUs: number,
): Promise<StoredResourceBlock | null> {
  const rows = await db.all<StoredResourceBlock>(
    `SELECT ${COLUMNS} FROM resource_blocks WHERE timestamp < ? ORDER BY timestamp DESC LIMIT 1`,
    timestampUs,
  );
  return rows[0] ?? null;
}

export function resourceBlocks(db: Statements, from: number, to: number): Promise<StoredResourceBlock[]> {
  return db.all<StoredResourceBlock>(
    `SELECT ${COLUMNS} FROM resource_blocks WHERE height BETWEEN ? AND ? ORDER BY height`,
    from,
    to,
  );
}
