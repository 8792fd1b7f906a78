import { RESOURCE_BLOCK_COLUMNS } from "../block-reads.js";
import type { StoredResourceBlock } from "../store.js";
import type { Statements } from "./connection.js";
import { insertRows } from "./write-rows.js";

/** Resource blocks (PROTOCOL 10), one row each. */

export async function appendResourceBlocks(
  db: Statements,
  blocks: readonly StoredResourceBlock[],
): Promise<void> {
  const rows = blocks.map((block) => RESOURCE_BLOCK_COLUMNS.map((column) => block[column]));
  await insertRows(db, "resource_blocks", { columns: RESOURCE_BLOCK_COLUMNS, rows });
}

export async function removeResourceBlock(db: Statements, height: number): Promise<void> {
  await db.run("DELETE FROM resource_blocks WHERE height = ?", height);
}
