import type { MainBlockPieces } from "../../records/main-block.js";
import {
  bodyInPieces,
  PIECE_TRANSACTIONS,
  STREAM_BLOCKS,
  STREAM_TRANSACTIONS,
  withoutNull,
  type PieceQueries,
} from "../main-block-rows.js";
import type { BlockTarget, MainBlockSummary, StoredMainBlock } from "../store.js";
import { type BlockRows, type Queries, asArray, column, columnAndParameter } from "./rows.js";

/** Reading main blocks (PROTOCOL 8): summaries in one table, the rest of the full form in another. */

const SUMMARY = "height, s_timestamp, resource_blockhash, previous_blockhash, blockhash, transaction_count";
/** Canonical JSON is ASCII, so bytes are characters. */
const textOf = (bytes: string): string => `convert_from(${bytes}, 'UTF8')`;
const BODY = ["seal", "universal_updates", "local_updates"] as const;
/**
 * The transactions as a map by hash, as in the block (PROTOCOL 8.1), assembled by the database. Hashes are hexadecimal
 * and records JSON, so nothing needs quoting.
 */
const TRANSACTIONS = `(SELECT coalesce('{' || string_agg('"' || hash || '":' || record, ',' ORDER BY number) || '}', '[]')
  FROM tx WHERE number > last_number - transaction_count AND number <= last_number) AS transactions`;
const FULL = `${SUMMARY}, ${TRANSACTIONS}, ${BODY.map((name) => `${textOf(name)} AS ${name}`).join(", ")}`;

const PIECES: PieceQueries = {
  transactions: `SELECT string_agg('"' || hash || '":' || record, ',' ORDER BY number) AS piece, count(*) AS taken
  FROM (
    SELECT number, hash, record, sum(octet_length(record)) OVER (ORDER BY number) - octet_length(record) AS length_before
    FROM main_block CROSS JOIN tx
    WHERE main_block.height = $1 AND blockhash = $2
      AND number > last_number - transaction_count + $3
      AND number <= least(last_number, last_number - transaction_count + $3 + ${PIECE_TRANSACTIONS})
  ) AS following WHERE length_before < $4`,
  // A part of a compressed column costs as much as all before it: so fewer and longer ones.
  column: (name) => `SELECT ${textOf(`substring(${name} FROM $3::integer FOR 16 * $4::integer)`)} AS piece,
    1 AS taken FROM main_block JOIN main_body USING (height) WHERE height = $1 AND blockhash = $2`,
};

export async function newestMainBlock(db: Queries): Promise<MainBlockSummary | null> {
  return withoutNull(
    await db.first<MainBlockSummary>(`SELECT ${SUMMARY} FROM main_block ORDER BY height DESC LIMIT 1`),
  );
}

async function mainBlockSummary(db: Queries, target: BlockTarget): Promise<MainBlockSummary | null> {
  const [column, value] = columnAndParameter(target);
  return withoutNull(
    await db.first<MainBlockSummary>(`SELECT ${SUMMARY} FROM main_block WHERE ${column} = $1`, value),
  );
}

async function mainBlockSummaries(db: Queries, from: number, to: number): Promise<MainBlockSummary[]> {
  const rows = await db.all<MainBlockSummary>(
    `SELECT ${SUMMARY} FROM main_block WHERE height BETWEEN $1 AND $2 ORDER BY height`,
    from,
    to,
  );
  rows.forEach(withoutNull);
  return rows;
}

/** Full blocks, a few at a time; ends early at the tip. */
async function* streamMainBlocks(db: Queries, from: number, to: number): AsyncGenerator<StoredMainBlock> {
  for (let next = from; next <= to;) {
    const rows = await db.all<StoredMainBlock>(
      `SELECT ${FULL} FROM main_block JOIN main_body USING (height)
     WHERE height BETWEEN $1 AND $2
       AND last_number <=
         (SELECT greatest(last_number, last_number - transaction_count + $3) FROM main_block WHERE height = $1)
     ORDER BY height LIMIT $4`,
      next,
      to,
      STREAM_TRANSACTIONS,
      STREAM_BLOCKS,
    );
    if (rows.length === 0) return;
    rows.forEach(withoutNull);
    yield* rows;
    next += rows.length;
  }
}

/** Yields the members of a full main block that its summary lacks, piece by piece. */
function mainBlockBody(db: Queries, block: MainBlockSummary): MainBlockPieces {
  return bodyInPieces(db, block, PIECES);
}

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

export const PROJECTED_MAIN_BLOCKS = {
  lastMainBlock: newestMainBlock,
  mainBlockSummary,
  mainBlockSummaries,
  streamMainBlocks,
  mainBlockBody,
};
