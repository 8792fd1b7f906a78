import { weightUpTo } from "../../codec/value.js";
import type {
  ChainEnd,
  MainBlockCommit,
  PageRequest,
  StoredTransaction,
  ListedTransaction,
} from "../store.js";
import { HEAVY_ROW, writeInBatches } from "./write-rows.js";
import type { Statements } from "./connection.js";
import { rowsBefore } from "./selected-rows.js";

/** Committed transactions, each with its running number in the chain, and the addresses they are listed under. */

/** The running number of the chain's last transaction, which is their number; 0 for none. */
export async function lastNumber(db: Statements): Promise<number> {
  const row = await db.first<{ last: number | null }>("SELECT max(number) AS last FROM transactions");
  return row?.last ?? 0;
}

export async function appendTransactions(
  db: Statements,
  after: number,
  commits: readonly MainBlockCommit[],
): Promise<void> {
  const rows = commits.flatMap(({ block, transactions }) =>
    transactions.map(({ hash, addresses, record }) => [block.height, hash, addresses, record] as const),
  );
  await writeInBatches(
    rows,
    (batch, start) =>
      db.run(
        `INSERT INTO transactions (number, height, hash, addresses, record)
         SELECT ? + 1 + key, value ->> 0, value ->> 1, value -> 2, value ->> 3 FROM json_each(?)`,
        after + start,
        JSON.stringify(batch),
      ),
    ([, , , record]) => weightUpTo(record, HEAVY_ROW),
  );
  await db.run(
    `INSERT INTO address_transactions (address, position, number)
     SELECT listed.value,
       coalesce((SELECT max(position) FROM address_transactions WHERE address = listed.value), 0)
         + row_number() OVER (PARTITION BY listed.value ORDER BY number),
       number
     FROM transactions, json_each(addresses) AS listed WHERE number > ?`,
    after,
  );
}

export async function removeTransactions(db: Statements, after: number): Promise<void> {
  await db.run(
    `DELETE FROM address_transactions WHERE (address, position) IN (
       SELECT removed.address, position
       FROM (SELECT listed.value AS address, count(*) AS count
             FROM transactions, json_each(addresses) AS listed WHERE number > ? GROUP BY listed.value) AS removed
       CROSS JOIN address_transactions AS kept ON kept.address = removed.address AND kept.position >
         (SELECT max(position) FROM address_transactions WHERE address = removed.address) - removed.count)`,
    after,
  );
  await db.run("DELETE FROM transactions WHERE number > ?", after);
}

export function readTransactionRow(db: Statements, hash: string): Promise<StoredTransaction | null> {
  return db.first<StoredTransaction>("SELECT hash, height, record FROM transactions WHERE hash = ?", hash);
}

/** In the block's order; none when the block is not there. */
export function blockTransactions(
  db: Statements,
  { height, blockhash }: ChainEnd,
  { from, count }: { readonly from: number; readonly count: number },
): Promise<ListedTransaction[]> {
  return db.all<ListedTransaction>(
    `SELECT hash, record FROM main_blocks CROSS JOIN transactions
     WHERE main_blocks.height = ?1 AND blockhash = ?2
       AND number > last_number - transaction_count + ?3
       AND number <= min(last_number, last_number - transaction_count + ?3 + ?4)
     ORDER BY number`,
    height,
    blockhash,
    from,
    count,
  );
}

export async function knownTransactions(db: Statements, hashes: readonly string[]): Promise<Set<string>> {
  const rows = await db.all<{ hash: string }>(
    "SELECT hash FROM json_each(?) AS asked CROSS JOIN transactions ON hash = asked.value",
    JSON.stringify(hashes),
  );
  return new Set(rows.map((row) => row.hash));
}

/** Newest first. */
export function listTransactions(db: Statements, page: PageRequest): Promise<StoredTransaction[]> {
  return db.all<StoredTransaction>(
    `SELECT hash, height, record FROM transactions
     WHERE number <= (SELECT max(number) FROM transactions) - ? ORDER BY number DESC LIMIT ?`,
    rowsBefore(page),
    page.count,
  );
}

/** Newest first. */
export function listAddressTransactions(
  db: Statements,
  page: PageRequest,
  address: string,
): Promise<StoredTransaction[]> {
  return db.all<StoredTransaction>(
    `SELECT hash, height, record FROM address_transactions AS listed CROSS JOIN transactions USING (number)
     WHERE address = ?1
       AND position <= (SELECT max(position) FROM address_transactions WHERE address = ?1) - ?2
     ORDER BY position DESC LIMIT ?3`,
    address,
    rowsBefore(page),
    page.count,
  );
}

/** Lists of transactions of any length: first the entries of the list, then the records, a few at a time. */

/** Bytes of the records that are read at once. */
const BATCH_SIZE = 65_536;

interface SizedTransaction {
  readonly hash: string;
  readonly size: number;
}

const ALL = `SELECT hash, octet_length(record) AS size FROM transactions
  WHERE number <= (SELECT max(number) FROM transactions) - ?1 ORDER BY number DESC LIMIT ?2`;
const OF_ADDRESS = `SELECT hash, octet_length(record) AS size
  FROM address_transactions AS listed CROSS JOIN transactions USING (number)
  WHERE address = ?3 AND position <= (SELECT max(position) FROM address_transactions WHERE address = ?3) - ?1
  ORDER BY position DESC LIMIT ?2`;

/** Newest first; all of them, or those from or to an address. */
export async function* streamTransactions(
  db: Statements,
  page: PageRequest,
  address?: string,
): AsyncGenerator<ListedTransaction> {
  const [sql, values] = address === undefined ? [ALL, []] : [OF_ADDRESS, [address]];
  const listed = await db.all<SizedTransaction>(sql, rowsBefore(page), page.count, ...values);
  for (const hashes of batches(listed)) {
    yield* await db.all<ListedTransaction>(
      `SELECT hash, record FROM json_each(?) AS asked CROSS JOIN transactions ON hash = asked.value
       ORDER BY asked.key`,
      JSON.stringify(hashes),
    );
  }
}

/** The hashes in order, as many at once as fit, at least one. */
function* batches(listed: readonly SizedTransaction[]): Generator<readonly string[]> {
  let hashes: string[] = [];
  let total = 0;
  for (const { hash, size } of listed) {
    if (hashes.length > 0 && total + size > BATCH_SIZE) {
      yield hashes;
      hashes = [];
      total = 0;
    }
    hashes.push(hash);
    total += size;
  }
  if (hashes.length > 0) yield hashes;
}
