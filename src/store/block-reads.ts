import type { MainBlockPieces, MainBlockSummary } from "../records/main-block.js";
import type { ResourceBlockSummary } from "../records/resource-block.js";
import { lastWrites } from "./cells.js";
import { batchesBySize, rowsBefore, type SizedTransaction } from "./selected-rows.js";
import type {
  ChainEnd,
  AskedTransactions,
  ChainName,
  CodeWrite,
  ListedTransaction,
  MainTarget,
  PageRequest,
  PlacedTransaction,
  ResourceTarget,
  StoredMainBlock,
  StoredResourceBlock,
  UndoneBlock,
} from "./store.js";
import * as errors from "./errors.js";

/** Reading what both databases keep in tables of the same columns: blocks, and what stands beside them. */

/** Something that answers queries. */
export interface Rows {
  all<R extends object>(sql: string, ...parameters: (string | number | null)[]): Promise<R[]>;
  first<R extends object>(sql: string, ...parameters: (string | number | null)[]): Promise<R | null>;
}

/** What the databases differ in. */
export interface BlockTables {
  readonly mainBlock: string;
  readonly mainBody: string;
  readonly transaction: string;
  readonly resourceBlock: string;
  readonly codeWrite: string;
  readonly undoneBlock: string;
  /** The functions for the least and the greatest of some values. */
  readonly least: string;
  readonly greatest: string;
  /** The SQL for a long column of `mainBody` as text. */
  readonly text: (column: string) => string;
  /** The SQL for ?4 characters of it, from the character ?3 on. */
  readonly part: (column: string) => string;
  /** A statement whose parameters are written as `?1`. */
  readonly sql: (text: string) => string;
  readonly hash: (text: string) => string | null;
  /** Hashes as a parameter, and the SQL of the table `asked` with their places, `key`, and themselves, `value`. */
  readonly list: (hashes: readonly string[]) => string;
  readonly asked: string;
  /** Selects `hash` and `size` of the transactions of the address ?3, newest first without the first ?1, at most ?2. */
  readonly ofAddress: string;
  readonly address: (text: string) => string;
  /** Selects the `number` of the transactions of an address from one number to another. All are SQL expressions. */
  readonly numbersOf: (address: string, above: string, upTo: string) => string;
  /** The SQL for the place of a text in another one, 0 for none. */
  readonly placeIn: (text: string, part: string) => string;
  /** Whether nonces, which may be any text, are kept as bytes. */
  readonly isNonceBytes: boolean;
}

export const MAIN_SUMMARY_COLUMNS = [
  ...(["height", "s_timestamp", "resource_blockhash", "previous_blockhash", "blockhash"] as const),
  "transaction_count" as const,
];
const RESOURCE_SUMMARY_COLUMNS = [
  ...(["height", "blockhash", "previous_blockhash", "nonce", "timestamp", "difficulty"] as const),
  ...(["main_height", "main_blockhash", "validator", "miner", "receipt_count"] as const),
];
export const RESOURCE_BLOCK_COLUMNS = [...RESOURCE_SUMMARY_COLUMNS, "receipts" as const];
export const MAIN_SUMMARY = MAIN_SUMMARY_COLUMNS.join(", ");
const RESOURCE_SUMMARY = RESOURCE_SUMMARY_COLUMNS.join(", ");
const RESOURCE_FULL = RESOURCE_BLOCK_COLUMNS.join(", ");
const BODY = ["seal", "universal_updates", "local_updates"] as const;

/** A stream reads blocks together up to this many transactions, those of a full block, and up to this many blocks. */
const STREAM_TRANSACTIONS = 2048;
const STREAM_BLOCKS = 16;
/** Characters in a piece, beyond those of its last transaction. */
const PIECE_LENGTH = 65_536;
/** Characters of a column that are read at once: a part of it costs as much as all before it. */
const PART_LENGTH = 16 * PIECE_LENGTH;
/** Transactions in a piece: transfers of about as many characters. */
const PIECE_TRANSACTIONS = 128;

/** Bytes of the records of a list that are read at once. */
const BATCH_BYTES = 65_536;

/** Only blocks of rules 2 name their resource block (PROTOCOL 16.2); the column of others is NULL. */
export function withoutNull<Row extends { resource_blockhash?: string | null } | null>(row: Row): Row {
  if (row?.resource_blockhash === null) delete row.resource_blockhash;
  return row;
}

interface Piece {
  readonly piece: string;
  /** The number of transactions in the piece. */
  readonly taken: number;
}

export function blockReads(tables: BlockTables) {
  const { mainBlock, mainBody, transaction, resourceBlock, codeWrite, undoneBlock } = tables;
  const { least, greatest, text, sql, hash, isNonceBytes } = tables;
  /** A transaction as a member of its block. Hashes are hexadecimal and records JSON, so nothing needs quoting. */
  const members = `string_agg('"' || hash || '":' || record, ',' ORDER BY number)`;
  /** The whole map, assembled by the database: thousands of rows would hold up the event loop and fill the heap. */
  const transactions = `(SELECT coalesce('{' || ${members} || '}', '[]') FROM ${transaction}
    WHERE number > last_number - transaction_count AND number <= last_number) AS transactions`;
  const full = `${MAIN_SUMMARY}, ${transactions}, ${BODY.map((name) => `${text(name)} AS ${name}`).join(", ")}`;
  /** The bytes of the texts of a block. The database finds them without reading the texts. */
  const lengths = `(SELECT coalesce(sum(octet_length(record)), 0) FROM ${transaction}
    WHERE number > last_number - transaction_count AND number <= last_number)
    + ${BODY.map((name) => `octet_length(${name})`).join(" + ")}`;
  const following = `main_block.height = ?1 AND blockhash = ?2
    AND number > last_number - transaction_count + ?3
    AND number <= ${least}(last_number, last_number - transaction_count + ?3 + `;
  const queries = {
    summaries: sql(`SELECT ${MAIN_SUMMARY} FROM ${mainBlock} WHERE height BETWEEN ?1 AND ?2 ORDER BY height`),
    blocks: sql(`SELECT ${full} FROM ${mainBlock} JOIN ${mainBody} USING (height)
      WHERE height BETWEEN ?1 AND ?2
        AND last_number <=
          (SELECT ${greatest}(last_number, last_number - transaction_count + ?3) FROM ${mainBlock} WHERE height = ?1)
      ORDER BY height LIMIT ?4`),
    shortBlocks: sql(`SELECT ${full} FROM ${mainBlock} JOIN ${mainBody} USING (height)
      WHERE height IN (
        SELECT height FROM (
          SELECT height, sum(length) OVER (ORDER BY height) AS length_with
          FROM (
            SELECT height, ${lengths} AS length FROM ${mainBlock} JOIN ${mainBody} USING (height)
            WHERE height BETWEEN ?1 AND ?2) AS measured) AS summed
        WHERE length_with <= ?3)
      ORDER BY height`),
    pieces: sql(`SELECT ${members} AS piece, count(*) AS taken
      FROM (
        SELECT number, sum(octet_length(record)) OVER (ORDER BY number) - octet_length(record) AS length_before
        FROM ${mainBlock} AS main_block CROSS JOIN ${transaction} WHERE ${following}${PIECE_TRANSACTIONS})
      ) AS following JOIN ${transaction} USING (number) WHERE length_before < ?4`),
    listed: sql(`SELECT hash, octet_length(record) AS size FROM ${transaction}
      WHERE number <= (SELECT max(number) FROM ${transaction}) - ?1
      ORDER BY number DESC LIMIT ?2`),
    ofAddress: sql(tables.ofAddress),
    known: sql(`SELECT hash FROM ${tables.asked} CROSS JOIN ${transaction} WHERE hash = asked.value`),
    records: sql(`SELECT hash, record FROM ${tables.asked} CROSS JOIN ${transaction} WHERE hash = asked.value
      ORDER BY asked.key`),
    codes: sql(`SELECT key, height FROM ${codeWrite} WHERE height <= ?1 ORDER BY height, position`),
    lastCode: `SELECT height, blockhash FROM ${mainBlock} WHERE height = (SELECT max(height) FROM ${codeWrite})`,
    undone: sql(
      `SELECT height, blockhash, previous_blockhash FROM ${undoneBlock} WHERE chain = ?1 AND blockhash = ?2`,
    ),
  };
  const above = `(SELECT last_number - transaction_count + ?2 FROM ${mainBlock} WHERE height = ?1)`;
  const upTo = `(SELECT last_number FROM ${mainBlock} WHERE height <= ?3 ORDER BY height DESC LIMIT 1)`;
  /** First the numbers and sizes of what is asked for, then the records that fit. */
  function between(conditions: readonly string[]): string {
    return sql(`SELECT hash, record, height, place
      FROM (
        SELECT number, place, sum(size) OVER (ORDER BY number) - size AS length_before
        FROM (
          SELECT number, number - last_number + transaction_count - 1 AS place, octet_length(record) AS size
          FROM ${transaction} JOIN ${mainBlock} USING (height)
          WHERE ${[`number > ${above}`, `number <= ${upTo}`, ...conditions].join(" AND ")}
          ORDER BY number LIMIT ?4) AS found) AS sized
      JOIN ${transaction} USING (number) WHERE length_before < ?5 ORDER BY number`);
  }
  const columnPieces = (name: string): string =>
    sql(`SELECT ${tables.part(name)} AS piece, 1 AS taken
      FROM ${mainBlock} JOIN ${mainBody} USING (height) WHERE height = ?1 AND blockhash = ?2`);
  async function resources<Block extends ResourceBlockSummary>(
    db: Rows,
    columns: string,
    which: string,
    ...values: (string | number | null)[]
  ): Promise<Block[]> {
    const rows = await db.all<Block>(sql(`SELECT ${columns} FROM ${resourceBlock} ${which}`), ...values);
    return isNonceBytes ? rows.map((row) => ({ ...row, nonce: String(row.nonce as unknown) })) : rows;
  }
  function whichBlock(target: ResourceTarget): readonly [which: string, ...(string | number | null)[]] {
    if (target === "last") return ["ORDER BY height DESC LIMIT 1"];
    if ("before" in target) return ["WHERE timestamp < ?1 ORDER BY timestamp DESC LIMIT 1", target.before];
    if ("height" in target) return ["WHERE height = ?1", target.height];
    return ["WHERE blockhash = ?1", hash(target.blockhash)];
  }
  async function oneResource(db: Rows, which: string, ...values: (string | number | null)[]) {
    return (await resources<StoredResourceBlock>(db, RESOURCE_FULL, which, ...values))[0] ?? null;
  }

  return {
    async mainBlockSummary(db: Rows, target: MainTarget): Promise<MainBlockSummary | null> {
      const [which, ...values] = whichBlock(target);
      return withoutNull(
        await db.first<MainBlockSummary>(sql(`SELECT ${MAIN_SUMMARY} FROM ${mainBlock} ${which}`), ...values),
      );
    },
    async mainBlockSummaries(db: Rows, from: number, to: number): Promise<MainBlockSummary[]> {
      return (await db.all<MainBlockSummary>(queries.summaries, from, to)).map(withoutNull);
    },
    async *streamMainBlocks(
      db: Rows,
      from: number,
      to: number,
      maxLength?: number,
    ): AsyncGenerator<StoredMainBlock> {
      if (maxLength !== undefined) {
        yield* (await db.all<StoredMainBlock>(queries.shortBlocks, from, to, maxLength)).map(withoutNull);
        return;
      }
      for (let next = from; next <= to;) {
        const limits = [STREAM_TRANSACTIONS, STREAM_BLOCKS];
        const blocks = await db.all<StoredMainBlock>(queries.blocks, next, to, ...limits);
        if (blocks.length === 0) return;
        yield* blocks.map(withoutNull);
        next += blocks.length;
      }
    },
    /**
     * Pieces of transactions are short enough to be collected with the young objects of the heap: a string of a whole block
     * waits for a full collection, and a hundred of them fill the memory meanwhile. Pieces of columns are longer
     * (`PART_LENGTH`), and most columns have one.
     */
    mainBlockBody(db: Rows, { height, blockhash, transaction_count }: MainBlockSummary): MainBlockPieces {
      async function read(query: string, from: number, length: number): Promise<Piece> {
        const place = [height, hash(blockhash), from, length];
        const row = await db.first<Piece | { piece: null }>(query, ...place);
        if (row !== null && row.piece !== null) return row;
        throw errors.blockGone({ height, blockhash });
      }
      async function* transactionPieces(): AsyncGenerator<string> {
        if (transaction_count === 0) yield "[]";
        for (let after = 0; after < transaction_count;) {
          const { piece, taken } = await read(queries.pieces, after, PIECE_LENGTH);
          yield `${after === 0 ? "{" : ","}${piece}${after + taken >= transaction_count ? "}" : ""}`;
          after += taken;
        }
      }
      async function* bodyPieces(name: string): AsyncGenerator<string> {
        for (let from = 1; ;) {
          const { piece } = await read(columnPieces(name), from, PART_LENGTH);
          yield piece;
          from += piece.length;
          if (piece.length < PART_LENGTH) return;
        }
      }
      return {
        seal: bodyPieces("seal"),
        transactions: transactionPieces(),
        universal_updates: bodyPieces("universal_updates"),
        local_updates: bodyPieces("local_updates"),
      };
    },
    transactionsBetween(db: Rows, asked: AskedTransactions): Promise<PlacedTransaction[]> {
      const { from, toHeight, count } = asked;
      const values: (string | number | null)[] = [from.height, from.place, toHeight, count, BATCH_BYTES];
      const conditions: string[] = [];
      const add = (value: string | null, condition: (parameter: string) => string): void => {
        conditions.push(condition(`?${values.push(value)}`));
      };
      if (asked.hash !== undefined) add(hash(asked.hash), (name) => `hash = ${name}`);
      if (asked.address !== undefined)
        add(tables.address(asked.address), (name) => `number IN (${tables.numbersOf(name, above, upTo)})`);
      if (asked.text !== undefined) add(asked.text, (name) => `${tables.placeIn("record", name)} > 0`);
      return db.all<PlacedTransaction>(between(conditions), ...values);
    },
    async knownTransactions(db: Rows, hashes: readonly string[]): Promise<Set<string>> {
      const rows = await db.all<{ hash: string }>(queries.known, tables.list(hashes));
      return new Set(rows.map((row) => row.hash));
    },
    /** First the entries of the list, then the records, a few at a time. */
    async *streamTransactions(
      db: Rows,
      page: PageRequest,
      address?: string,
    ): AsyncGenerator<ListedTransaction> {
      const [query, own] =
        address === undefined ? [queries.listed, []] : [queries.ofAddress, [tables.address(address)]];
      const listed = await db.all<SizedTransaction>(query, rowsBefore(page), page.count, ...own);
      for (const hashes of batchesBySize(listed, BATCH_BYTES))
        yield* await db.all<ListedTransaction>(queries.records, tables.list(hashes));
    },
    resourceBlock: (db: Rows, target: ResourceTarget) => oneResource(db, ...whichBlock(target)),
    resourceBlockSummaries: (db: Rows, from: number, to: number) =>
      resources<ResourceBlockSummary>(db, RESOURCE_SUMMARY, BETWEEN, from, to),
    resourceBlocks: (db: Rows, from: number, to: number) =>
      resources<StoredResourceBlock>(db, RESOURCE_FULL, BETWEEN, from, to),
    async listCodeWrites(db: Rows, height = Number.MAX_SAFE_INTEGER): Promise<readonly CodeWrite[]> {
      return lastWrites(await db.all<CodeWrite>(queries.codes, height));
    },
    lastCodeBlock: (db: Rows) => db.first<ChainEnd>(queries.lastCode),
    undoneBlock: (db: Rows, chain: ChainName, blockhash: string) =>
      db.first<UndoneBlock>(queries.undone, chain, hash(blockhash)),
  };
}

const BETWEEN = "WHERE height BETWEEN ?1 AND ?2 ORDER BY height";
