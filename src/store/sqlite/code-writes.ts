import type { MainBlockCommit } from "../store.js";
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
