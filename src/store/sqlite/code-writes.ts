import { lastWrites } from "../cells.js";
import type { ChainEnd, CodeWrite, MainBlockCommit } from "../store.js";
import type { Statements } from "./connection.js";
import { insertRows } from "./write-rows.js";

/** Which registered code is the younger (PROTOCOL 6.5): a log of the writes. An undo removes the last ones. */

export async function appendCodeWrites(db: Statements, commits: readonly MainBlockCommit[]): Promise<void> {
  const rows = commits.flatMap(({ block, codeKeys }) =>
    codeKeys.map((key, position) => [block.height, position, key]),
  );
  await insertRows(db, "code_writes", { columns: ["height", "position", "key"], rows });
}

/** Returns whether there were any. */
export async function removeCodeWrites(db: Statements, height: number): Promise<boolean> {
  const removed = await db.all("DELETE FROM code_writes WHERE height = ? RETURNING position", height);
  return removed.length > 0;
}

async function listCodeWrites(
  db: Statements,
  height = Number.MAX_SAFE_INTEGER,
): Promise<readonly CodeWrite[]> {
  return lastWrites(
    await db.all<CodeWrite>(
      "SELECT key, height FROM code_writes WHERE height <= ? ORDER BY height, position",
      height,
    ),
  );
}

/** The last block that wrote codes; null when none has. */
function lastCodeBlock(db: Statements): Promise<ChainEnd | null> {
  return db.first<ChainEnd>(
    `SELECT height, blockhash FROM main_blocks WHERE height = (SELECT max(height) FROM code_writes)`,
  );
}

export const CODE_READS = { listCodeWrites, lastCodeBlock };
