import { lastWrites } from "../cells.js";
import type { ChainEnd, CodeWrite } from "../store.js";
import { type BlockRows, type Queries, asArray, column } from "./rows.js";

/** The log of the writes of codes, which tells the younger of two codes (PROTOCOL 6.5). An undo removes its last rows. */

export async function insertCodeWrites(db: Queries, blocks: readonly BlockRows[]): Promise<void> {
  const rows = blocks.flatMap(({ block: { height }, codeKeys }) =>
    codeKeys.map((key, position) => ({ height, position, key })),
  );
  if (rows.length === 0) return;
  await db.run(
    `INSERT INTO code_write (height, position, key)
   SELECT * FROM unnest(${asArray(1, "bigint")}, ${asArray(2, "bigint")}, ${asArray(3, "text")})`,
    column(rows.map(({ height }) => height)),
    column(rows.map(({ position }) => position)),
    column(rows.map(({ key }) => key)),
  );
}

/** Removes the writes of a block. Returns whether it had any. */
export async function deleteCodeWrites(db: Queries, height: number): Promise<boolean> {
  return (await db.run("DELETE FROM code_write WHERE height = $1", height)) > 0;
}

async function listCodeWrites(db: Queries, height = Number.MAX_SAFE_INTEGER): Promise<readonly CodeWrite[]> {
  return lastWrites(
    await db.all<CodeWrite>(
      "SELECT key, height FROM code_write WHERE height <= $1 ORDER BY height, position",
      height,
    ),
  );
}

/** The last block that wrote codes; null when none has. */
function lastCodeBlock(db: Queries): Promise<ChainEnd | null> {
  return db.first<ChainEnd>(
    "SELECT height, blockhash FROM main_block WHERE height = (SELECT max(height) FROM code_write)",
  );
}

export const PROJECTED_CODES = { listCodeWrites, lastCodeBlock };
