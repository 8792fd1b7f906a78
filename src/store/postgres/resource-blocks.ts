import type { ResourceBlockSummary } from "../../records/resource-block.js";
import type { BlockTarget, StoredResourceBlock } from "../store.js";
import { type Queries, columnAndParameter } from "./rows.js";

/** Resource blocks (PROTOCOL 10), one row each. A nonce may be any text, so it is kept as bytes. */

const SUMMARY_COLUMNS = [
  ...(["height", "blockhash", "previous_blockhash", "nonce", "timestamp", "difficulty"] as const),
  ...(["main_height", "main_blockhash", "validator", "miner", "receipt_count"] as const),
];
const COLUMNS = [...SUMMARY_COLUMNS, "receipts" as const];
const SUMMARY = SUMMARY_COLUMNS.join(", ");
const FULL = COLUMNS.join(", ");

type Row<Block> = Omit<Block, "nonce"> & { readonly nonce: Buffer };

function blockOf<Block>({ nonce, ...rest }: Row<Block>): Block {
  return { ...rest, nonce: nonce.toString("utf8") } as Block;
}

async function readOne(
  db: Queries,
  which: string,
  ...values: readonly (string | number | null)[]
): Promise<StoredResourceBlock | null> {
  const row = await db.first<Row<StoredResourceBlock>>(
    `SELECT ${FULL} FROM resource_block ${which}`,
    ...values,
  );
  return row === null ? null : blockOf(row);
}

export async function insertResourceBlocks(
  db: Queries,
  blocks: readonly StoredResourceBlock[],
): Promise<void> {
  const places = COLUMNS.map((_, index) => `$${index + 1}`).join(", ");
  for (const block of blocks) {
    const values = COLUMNS.map((column) =>
      column === "nonce" ? Buffer.from(block.nonce, "utf8") : block[column],
    );
    await db.run(`INSERT INTO resource_block (${FULL}) VALUES (${places})`, ...values);
  }
}

export async function deleteResourceBlock(db: Queries, height: number): Promise<void> {
  await db.run("DELETE FROM resource_block WHERE height = $1", height);
}

export function newestResourceBlock(db: Queries): Promise<StoredResourceBlock | null> {
  return readOne(db, "ORDER BY height DESC LIMIT 1");
}

function resourceBlock(db: Queries, target: BlockTarget): Promise<StoredResourceBlock | null> {
  const [column, value] = columnAndParameter(target);
  return readOne(db, `WHERE ${column} = $1`, value);
}

function resourceBlockBefore(db: Queries, timestampUs: number): Promise<StoredResourceBlock | null> {
  return readOne(db, "WHERE timestamp < $1 ORDER BY timestamp DESC LIMIT 1", timestampUs);
}

async function resourceBlockSummaries(
  db: Queries,
  from: number,
  to: number,
): Promise<ResourceBlockSummary[]> {
  const rows = await db.all<Row<ResourceBlockSummary>>(
    `SELECT ${SUMMARY} FROM resource_block WHERE height BETWEEN $1 AND $2 ORDER BY height`,
    from,
    to,
  );
  return rows.map(blockOf);
}

async function resourceBlocks(db: Queries, from: number, to: number): Promise<StoredResourceBlock[]> {
  const rows = await db.all<Row<StoredResourceBlock>>(
    `SELECT ${FULL} FROM resource_block WHERE height BETWEEN $1 AND $2 ORDER BY height`,
    from,
    to,
  );
  return rows.map(blockOf);
}

export const PROJECTED_RESOURCE_BLOCKS = {
  lastResourceBlock: newestResourceBlock,
  resourceBlock,
  resourceBlockBefore,
  resourceBlockSummaries,
  resourceBlocks,
};
