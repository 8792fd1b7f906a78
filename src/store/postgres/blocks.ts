import { hashOf } from "../../codec/hash.js";
import { blockReads, RESOURCE_BLOCK_COLUMNS } from "../block-reads.js";
import { type BlockRows, type Queries, asArray, column, hexParameter, withDollars } from "./rows.js";
import { PROJECTED_OF_ADDRESS, projectedNumbersOf } from "./transactions.js";
import type { StoredResourceBlock, ChainName, UndoneBlock } from "../store.js";

/** Main blocks (PROTOCOL 8): summaries in one table, the rest of the full form in another. */

/** Canonical JSON is ASCII, so bytes are characters. */
const textOf = (bytes: string): string => `convert_from(${bytes}, 'UTF8')`;

/** What is read of the tables as from those of SQLite. */
export const PROJECTED_BLOCKS = blockReads({
  mainBlock: "main_block",
  mainBody: "main_body",
  transaction: "tx",
  resourceBlock: "resource_block",
  codeWrite: "code_write",
  undoneBlock: "undone_block",
  least: "least",
  greatest: "greatest",
  text: textOf,
  part: (column) => textOf(`substring(${column} FROM ?3::integer FOR ?4::integer)`),
  sql: withDollars,
  hash: hexParameter,
  list: (hashes) => column(hashes.flatMap((hash) => hexParameter(hash) ?? [])),
  asked: `unnest(${asArray(1, "text")}) WITH ORDINALITY AS asked (value, key)`,
  ofAddress: PROJECTED_OF_ADDRESS,
  address: hashOf,
  numbersOf: projectedNumbersOf,
  placeIn: (text, part) => `strpos(${text}, ${part})`,
  isNonceBytes: true,
});

/** @param after the running number of the last transaction before them. */
export async function insertMainBlocks(
  db: Queries,
  after: number,
  blocks: readonly BlockRows[],
): Promise<void> {
  let lastNumber = after;
  const rows = blocks.map(({ block }) => ({
    ...block,
    last_number: (lastNumber += block.transaction_count),
  }));
  const summaries = db.run(
    `INSERT INTO main_block (height, s_timestamp, transaction_count, last_number, blockhash, previous_blockhash,
     resource_blockhash)
   SELECT height, s_timestamp, transaction_count, last_number, blockhash, coalesce(previous, ''), substr(resource, 2)
   FROM unnest(${asArray(1, "bigint")}, ${asArray(2, "bigint")}, ${asArray(3, "bigint")}, ${asArray(4, "bigint")},
     ${asArray(5, "text")}, ${asArray(6, "text")}, ${asArray(7, "text")})
     AS new (height, s_timestamp, transaction_count, last_number, blockhash, previous, resource)`,
    column(rows.map(({ height }) => height)),
    column(rows.map(({ s_timestamp }) => s_timestamp)),
    column(rows.map(({ transaction_count }) => transaction_count)),
    column(rows.map(({ last_number }) => last_number)),
    column(rows.map(({ blockhash }) => blockhash)),
    column(rows.map(({ previous_blockhash }) => previous_blockhash)),
    // The first blocks of rules 2 have an empty field; blocks of rules 1 have no field, which is NULL.
    column(rows.map(({ resource_blockhash: named }) => (named === undefined ? null : `=${named}`))),
  );
  const bytes = (name: string): string => `convert_to(${name}, 'UTF8')`;
  const bodies = db.run(
    `INSERT INTO main_body (height, seal, universal_updates, local_updates)
   SELECT height, ${bytes("seal")}, ${bytes("universal_updates")}, ${bytes("local_updates")}
   FROM unnest(${asArray(1, "bigint")}, ${asArray(2, "text")}, ${asArray(3, "text")}, ${asArray(4, "text")})
     AS new (height, seal, universal_updates, local_updates)`,
    column(rows.map(({ height }) => height)),
    column(rows.map(({ seal }) => seal)),
    column(rows.map(({ universal_updates }) => universal_updates)),
    column(rows.map(({ local_updates }) => local_updates)),
  );
  await Promise.all([summaries, bodies]);
}

export async function deleteMainBlock(db: Queries, height: number): Promise<void> {
  await db.run("DELETE FROM main_body WHERE height = $1", height);
  await db.run("DELETE FROM main_block WHERE height = $1", height);
}

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
