import { RESOURCE_BLOCK_COLUMNS } from "../block-reads.js";
import type { StoredResourceBlock } from "../store.js";
import type { Queries } from "./rows.js";

/** Resource blocks (PROTOCOL 10), one row each. */

export async function insertResourceBlocks(
  db: Queries,
  blocks: readonly StoredResourceBlock[],
): Promise<void> {
  const places = RESOURCE_BLOCK_COLUMNS.map((_, index) => `$${index + 1}`).join(", ");
  for (const block of blocks) {
    const values = RESOURCE_BLOCK_COLUMNS.map((column) =>
      column === "nonce" ? Buffer.from(block.nonce, "utf8") : block[column],
    );
    await db.run(
      `INSERT INTO resource_block (${RESOURCE_BLOCK_COLUMNS.join(", ")}) VALUES (${places})`,
      ...values,
    );
  }
}

export async function deleteResourceBlock(db: Queries, height: number): Promise<void> {
  await db.run("DELETE FROM resource_block WHERE height = $1", height);
}
