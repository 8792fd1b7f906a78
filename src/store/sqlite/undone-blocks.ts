import type { ChainName, UndoneBlock } from "../store.js";
import type { Statements } from "./connection.js";

/**
 * The blocks that were undone, the last ones. A reader of events that holds one of them learns from these rows which of
 * its blocks are no longer on the chain (docs/events.md).
 */
export const UNDONE_BLOCKS = `CREATE TABLE undone_blocks (
  number INTEGER PRIMARY KEY,
  chain TEXT NOT NULL,
  blockhash TEXT NOT NULL,
  height INTEGER NOT NULL,
  previous_blockhash TEXT NOT NULL,
  UNIQUE (chain, blockhash)
) STRICT;
`;

/** How many are kept: a few megabytes. */
const KEPT = 65_536;

export async function noteUndoneBlock(db: Statements, chain: ChainName, block: UndoneBlock): Promise<void> {
  await db.run(
    `INSERT OR REPLACE INTO undone_blocks (number, chain, blockhash, height, previous_blockhash)
     VALUES ((SELECT coalesce(max(number), 0) + 1 FROM undone_blocks), ?, ?, ?, ?)`,
    chain,
    block.blockhash,
    block.height,
    block.previous_blockhash,
  );
  await db.run("DELETE FROM undone_blocks WHERE number <= (SELECT max(number) FROM undone_blocks) - ?", KEPT);
}
