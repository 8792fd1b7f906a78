import type { MainBlockCommit, MainBlockSummary } from "../store.js";
import { blockReads, MAIN_SUMMARY, MAIN_SUMMARY_COLUMNS, withoutNull } from "../block-reads.js";
import type { Statements } from "./connection.js";
import { numbersOfAddress, TRANSACTIONS_OF_ADDRESS } from "./transactions.js";
import { insertRows } from "./write-rows.js";

/** Main blocks (PROTOCOL 8): summaries in one table, the rest of the full form in another. */

/** What is read of the tables as from those of PostgreSQL. */
export const BLOCK_READS = blockReads({
  mainBlock: "main_blocks",
  mainBody: "main_block_bodies",
  transaction: "transactions",
  resourceBlock: "resource_blocks",
  codeWrite: "code_writes",
  undoneBlock: "undone_blocks",
  least: "min",
  greatest: "max",
  text: (column) => column,
  part: (column) => `substr(${column}, ?3, ?4)`,
  sql: (text) => text,
  hash: (text) => text,
  list: (hashes) => JSON.stringify(hashes),
  asked: "json_each(?1) AS asked",
  ofAddress: TRANSACTIONS_OF_ADDRESS,
  address: (text) => text,
  numbersOf: numbersOfAddress,
  placeIn: (text, part) => `instr(${text}, ${part})`,
  isNonceBytes: false,
});

/** The part of a block that the next one is appended to. */
export interface MainLink {
  readonly height: number;
  readonly blockhash: string;
  /** The running number of the chain's last transaction. */
  readonly last_number: number;
}

/** The link that the next block follows; null before the first. */
export function lastMainLink(db: Statements): Promise<MainLink | null> {
  return db.first<MainLink>(
    "SELECT height, blockhash, last_number FROM main_blocks ORDER BY height DESC LIMIT 1",
  );
}

/** @param after the running number of the last transaction before them. */
export async function appendMainBlocks(
  db: Statements,
  blocks: readonly MainBlockCommit["block"][],
  after: number,
): Promise<void> {
  let lastNumber = after;
  const summaries = blocks.map((block) => [
    block.height,
    block.s_timestamp,
    block.resource_blockhash ?? null,
    block.previous_blockhash,
    block.blockhash,
    block.transaction_count,
    (lastNumber += block.transaction_count),
  ]);
  const bodies = blocks.map(({ height, seal, universal_updates, local_updates }) => [
    height,
    seal,
    universal_updates,
    local_updates,
  ]);
  await insertRows(db, "main_blocks", { columns: [...MAIN_SUMMARY_COLUMNS, "last_number"], rows: summaries });
  await insertRows(db, "main_block_bodies", {
    columns: ["height", "seal", "universal_updates", "local_updates"],
    rows: bodies,
  });
}

export async function removeMainBlock(db: Statements, height: number): Promise<void> {
  await db.run("DELETE FROM main_block_bodies WHERE height = ?", height);
  await db.run("DELETE FROM main_blocks WHERE height = ?", height);
}

/** The summaries of these blocks, each under its height and its blockhash. */
export async function namedSummaries(
  db: Statements,
  names: readonly (number | string)[],
): Promise<Map<number | string, MainBlockSummary>> {
  const rows = await db.all<MainBlockSummary>(
    `SELECT ${MAIN_SUMMARY} FROM main_blocks
     WHERE height IN (SELECT value FROM json_each(?1) WHERE type = 'integer')
       OR blockhash IN (SELECT value FROM json_each(?1) WHERE type = 'text')`,
    JSON.stringify(names),
  );
  const found = new Map<number | string, MainBlockSummary>();
  for (const row of rows.map(withoutNull)) found.set(row.height, row).set(row.blockhash, row);
  return found;
}
