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
