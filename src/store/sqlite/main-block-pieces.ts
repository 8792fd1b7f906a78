import type { MainBlockPieces } from "../../records/main-block-text.js";
import type { MainBlockSummary } from "../store.js";
import type { Statements } from "./connection.js";
import * as errors from "../errors.js";

/**
 * What a full main block has beyond its summary, piece by piece. A piece is short enough to be collected with the young
 * objects of the heap: a string of a whole block waits for a full collection, and a hundred of them fill the memory
 * meanwhile.
 */

/** Characters in a piece, beyond those of its last transaction. */
const PIECE_LENGTH = 65_536;
/** Transactions in a piece: transfers of about as many characters. */
const PIECE_TRANSACTIONS = 128;

const TRANSACTIONS = `SELECT group_concat('"' || hash || '":' || record, ',' ORDER BY number) AS piece, count(*) AS taken
  FROM (
    SELECT number, hash, record, sum(length(record)) OVER (ORDER BY number) - length(record) AS length_before
    FROM main_blocks CROSS JOIN transactions
    WHERE main_blocks.height = ?1 AND blockhash = ?2
      AND number > last_number - transaction_count + ?3
      AND number <= min(last_number, last_number - transaction_count + ?3 + ${PIECE_TRANSACTIONS})
  ) WHERE length_before < ?4`;

interface Piece {
  readonly piece: string;
  /** How many transactions it holds. */
  readonly taken: number;
}

type BodyColumn = "seal" | "universal_updates" | "local_updates";

export function mainBlockBody(db: Statements, block: MainBlockSummary): MainBlockPieces {
  return {
    seal: columnPieces(db, block, "seal"),
    transactions: transactionPieces(db, block),
    universal_updates: columnPieces(db, block, "universal_updates"),
    local_updates: columnPieces(db, block, "local_updates"),
  };
}

/** The map hash → record. Hashes are hexadecimal and records JSON, so nothing needs quoting. */
async function* transactionPieces(db: Statements, block: MainBlockSummary): AsyncGenerator<string> {
  const { transaction_count } = block;
  if (transaction_count === 0) yield "[]";
  for (let after = 0; after < transaction_count;) {
    const { piece, taken } = await readPiece(db, block, { sql: TRANSACTIONS, from: after });
    yield `${after === 0 ? "{" : ","}${piece}${after + taken >= transaction_count ? "}" : ""}`;
    after += taken;
  }
}

async function* columnPieces(
  db: Statements,
  block: MainBlockSummary,
  column: BodyColumn,
): AsyncGenerator<string> {
  const sql = `SELECT substr(${column}, ?3, ?4) AS piece, 1 AS taken FROM main_blocks JOIN main_block_bodies USING (height)
    WHERE height = ?1 AND blockhash = ?2`;
  for (let from = 1; ; from += PIECE_LENGTH) {
    const { piece } = await readPiece(db, block, { sql, from });
    yield piece;
    if (piece.length < PIECE_LENGTH) return;
  }
}

async function readPiece(
  db: Statements,
  { height, blockhash }: MainBlockSummary,
  { sql, from }: { readonly sql: string; readonly from: number },
): Promise<Piece> {
  const [row] = await db.all<Piece | { piece: null }>(sql, height, blockhash, from, PIECE_LENGTH);
  if (row !== undefined && row.piece !== null) return row;
  throw errors.blockGone({ height, blockhash });
}
