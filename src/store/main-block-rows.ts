import type { MainBlockPieces, MainBlockSummary } from "../records/main-block.js";
import * as errors from "./errors.js";

/** What the databases share in how they read main blocks. */

/** A stream reads blocks together up to this many transactions, those of a full block, and up to this many blocks. */
export const STREAM_TRANSACTIONS = 2048;
export const STREAM_BLOCKS = 16;

/** Only blocks of rules 2 name their resource block (PROTOCOL 16.2); the column of others is NULL. */
export function withoutNull<Row extends { resource_blockhash?: string | null } | null>(row: Row): Row {
  if (row?.resource_blockhash === null) delete row.resource_blockhash;
  return row;
}

/** Characters in a piece, beyond those of its last transaction. */
const PIECE_LENGTH = 65_536;
/** Transactions in a piece: transfers of about as many characters. */
export const PIECE_TRANSACTIONS = 128;

interface Piece {
  readonly piece: string;
  /** The number of transactions in the piece. */
  readonly taken: number;
}

type BodyColumn = "seal" | "universal_updates" | "local_updates";

/** Queries of a `Piece`, with the parameters height, blockhash, where the piece begins, and its length. */
export interface PieceQueries {
  readonly transactions: string;
  readonly column: (name: BodyColumn) => string;
}

interface PieceRows {
  first<R extends object>(sql: string, ...parameters: (string | number)[]): Promise<R | null>;
}

/**
 * What a full main block has beyond its summary, piece by piece. A piece is short enough to be collected with the young
 * objects of the heap: a string of a whole block waits for a full collection, and a hundred of them fill the memory
 * meanwhile.
 */
export function bodyInPieces(db: PieceRows, block: MainBlockSummary, queries: PieceQueries): MainBlockPieces {
  const { height, blockhash, transaction_count } = block;

  async function read(sql: string, from: number): Promise<Piece> {
    const row = await db.first<Piece | { piece: null }>(sql, height, blockhash, from, PIECE_LENGTH);
    if (row !== null && row.piece !== null) return row;
    throw errors.blockGone({ height, blockhash });
  }

  /** The map hash → record. Hashes are hexadecimal and records JSON, so nothing needs quoting. */
  async function* transactionPieces(): AsyncGenerator<string> {
    if (transaction_count === 0) yield "[]";
    for (let after = 0; after < transaction_count;) {
      const { piece, taken } = await read(queries.transactions, after);
      yield `${after === 0 ? "{" : ","}${piece}${after + taken >= transaction_count ? "}" : ""}`;
      after += taken;
    }
  }

  async function* columnPieces(name: BodyColumn): AsyncGenerator<string> {
    const sql = queries.column(name);
    for (let from = 1; ;) {
      const { piece } = await read(sql, from);
      // A store may read several pieces at once.
      for (let at = 0; at === 0 || at < piece.length; at += PIECE_LENGTH)
        yield piece.slice(at, at + PIECE_LENGTH);
      from += piece.length;
      if (piece.length < PIECE_LENGTH) return;
    }
  }

  return {
    seal: columnPieces("seal"),
    transactions: transactionPieces(),
    universal_updates: columnPieces("universal_updates"),
    local_updates: columnPieces("local_updates"),
  };
}
