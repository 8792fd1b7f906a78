import type { ResourceBlockSummary } from "../../records/resource-block-text.js";
import type { BlockTarget, StoredResourceBlock } from "../store.js";
import { columnAndValue } from "./block-target.js";
import type { Statements } from "./connection.js";

/** Resource blocks (PROTOCOL 10), one row each. */

const SUMMARY = `height, blockhash, previous_blockhash, nonce, timestamp, difficulty,
  main_height, main_blockhash, validator, miner, receipt_count`;
const FULL = `${SUMMARY}, receipts`;

export async function appendResourceBlock(db: Statements, block: StoredResourceBlock): Promise<void> {
  await db.run(
    `INSERT INTO resource_blocks (${FULL}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
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
    block.receipt_count,
    block.receipts,
  );
}

export async function removeResourceBlock(db: Statements, height: number): Promise<void> {
  await db.run("DELETE FROM resource_blocks WHERE height = ?", height);
}

export async function lastResourceBlock(db: Statements): Promise<StoredResourceBlock | null> {
  const rows = await db.all<StoredResourceBlock>(
    `SELECT ${FULL} FROM resource_blocks ORDER BY height DESC LIMIT 1`,
  );
  return rows[0] ?? null;
}

export async function resourceBlock(
  db: Statements,
  target: BlockTarget,
): Promise<StoredResourceBlock | null> {
  const [column, value] = columnAndValue(target);
  const rows = await db.all<StoredResourceBlock>(
    `SELECT ${FULL} FROM resource_blocks WHERE ${column} = ?`,
    value,
  );
  return rows[0] ?? null;
}

export async function resourceBlockBefore(
  db: Statements,
  timestampUs: number,
): Promise<StoredResourceBlock | null> {
  const rows = await db.all<StoredResourceBlock>(
    `SELECT ${FULL} FROM resource_blocks WHERE timestamp < ? ORDER BY timestamp DESC LIMIT 1`,
    timestampUs,
  );
  return rows[0] ?? null;
}

export function resourceBlockSummaries(
  db: Statements,
  from: number,
  to: number,
): Promise<ResourceBlockSummary[]> {
  return db.all<ResourceBlockSummary>(
    `SELECT ${SUMMARY} FROM resource_blocks WHERE height BETWEEN ? AND ? ORDER BY height`,
    from,
    to,
  );
}

export function resourceBlocks(db: Statements, from: number, to: number): Promise<StoredResourceBlock[]> {
  return db.all<StoredResourceBlock>(
    `SELECT ${FULL} FROM resource_blocks WHERE height BETWEEN ? AND ? ORDER BY height`,
    from,
    to,
  );
}
