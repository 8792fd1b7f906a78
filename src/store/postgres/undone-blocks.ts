import type { ChainName, UndoneBlock } from "../store.js";
import type { Queries } from "./rows.js";

/** The number of blocks that are kept, in a few megabytes. */
const KEPT = 65_536;

export async function insertUndoneBlock(db: Queries, chain: ChainName, block: UndoneBlock): Promise<void> {
  const { blockhash, height, previous_blockhash } = block;
  await db.run("DELETE FROM undone_block WHERE chain = $1 AND blockhash = $2", chain, blockhash);
  await db.run(
    "INSERT INTO undone_block (chain, blockhash, height, previous_blockhash) VALUES ($1, $2, $3, $4)",
    chain,
    blockhash,
    height,
    previous_blockhash,
  );
  await db.run("DELETE FROM undone_block WHERE number <= (SELECT max(number) FROM undone_block) - $1", KEPT);
}
