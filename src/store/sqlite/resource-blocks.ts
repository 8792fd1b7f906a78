import type { ResourceBlockSummary } from "../../records/resource-block.js";
import type { BlockTarget, StoredResourceBlock } from "../store.js";
import { columnAndValue } from "../selected-rows.js";
import type { Statements } from "./connection.js";
import { insertRows } from "./write-rows.js";

/** Resource blocks (PROTOCOL 10), one row each. */

const SUMMARY_COLUMNS = [
  ...(["height", "blockhash", "previous_blockhash", "nonce", "timestamp", "difficulty"] as const),
  ...(["main_height", "main_blockhash", "validator", "miner", "receipt_count"] as const),
];
const COLUMNS = [...SUMMARY_COLUMNS, "receipts" as const];
const SUMMARY = SUMMARY_COLUMNS.join(", ");
const FULL = COLUMNS.join(", ");

export async function appendResourceBlocks(
  db: Statements,
  blocks: readonly StoredResourceBlock[],
): Promise<void> {
  const rows = blocks.map((block) => COLUMNS.map((column) => block[column]));
  await insertRows(db, "resource_blocks", { columns: COLUMNS, rows });
}

export async function removeResourceBlock(db: Statements, height: number): Promise<void> {
  await db.run("DELETE FROM resource_blocks WHERE height = ?", height);
}

export function lastResourceBlock(db: Statements): Promise<StoredResourceBlock | null> {
  return db.first<StoredResourceBlock>(`SELECT ${FULL} FROM resource_blocks ORDER BY height DESC LIMIT 1`);
}

function resourceBlock(db: Statements, target: BlockTarget): Promise<StoredResourceBlock | null> {
  const [column, value] = columnAndValue(target);
  return db.first<StoredResourceBlock>(`SELECT ${FULL} FROM resource_blocks WHERE ${column} = ?`, value);
}

function resourceBlockBefore(db: Statements, timestampUs: number): Promise<StoredResourceBlock | null> {
  return db.first<StoredResourceBlock>(
    `SELECT ${FULL} FROM resource_blocks WHERE timestamp < ? ORDER BY timestamp DESC LIMIT 1`,
    timestampUs,
  );
}

function resourceBlockSummaries(db: Statements, from: number, to: number): Promise<ResourceBlockSummary[]> {
  return db.all<ResourceBlockSummary>(
    `SELECT ${SUMMARY} FROM resource_blocks WHERE height BETWEEN ? AND ? ORDER BY height`,
    from,
    to,
  );
}

function resourceBlocks(db: Statements, from: number, to: number): Promise<StoredResourceBlock[]> {
  return db.all<StoredResourceBlock>(
    `SELECT ${FULL} FROM resource_blocks WHERE height BETWEEN ? AND ? ORDER BY height`,
    from,
    to,
  );
}

export const RESOURCE_BLOCK_READS = {
  lastResourceBlock,
  resourceBlock,
  resourceBlockBefore,
  resourceBlockSummaries,
  resourceBlocks,
};
