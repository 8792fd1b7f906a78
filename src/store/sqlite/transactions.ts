import { weightUpTo } from "../../codec/value.js";
import type {
  ChainEnd,
  MainBlockCommit,
  NewTransaction,
  PageRequest,
  StoredTransaction,
  ListedTransaction,
} from "../store.js";
import { HEAVY_ROW, writeInBatches } from "./write-rows.js";
import type { Statements } from "./connection.js";
import { batchesBySize, rowsBefore, type SizedTransaction } from "../selected-rows.js";

/** Committed transactions, each with its running number in the chain, and the addresses they are listed under. */

export const ADDRESSES = `
-- Every address that a transaction is listed under, numbered in the order of the transactions.
CREATE TABLE addresses (
  id INTEGER PRIMARY KEY,
  address TEXT NOT NULL UNIQUE
) STRICT;

-- position: the running number of the transaction among those of the address.
CREATE TABLE address_transactions (
  address INTEGER NOT NULL,
  position INTEGER NOT NULL,
  number INTEGER NOT NULL,
  PRIMARY KEY (address, position)
) STRICT, WITHOUT ROWID;
`;

/** The running number of the chain's last transaction, which is their number; 0 for none. */
export async function lastNumber(db: Statements): Promise<number> {
  const row = await db.first<{ last: number | null }>("SELECT max(number) AS last FROM transactions");
  return row?.last ?? 0;
}

type NewRow = NewTransaction & Pick<StoredTransaction, "height">;

export async function appendTransactions(
  db: Statements,
  after: number,
  commits: readonly MainBlockCommit[],
): Promise<void> {
  const rows = commits.flatMap(({ block: { height }, transactions }) =>
    transactions.map((transaction): NewRow => ({ ...transaction, height })),
  );
  await writeInBatches(
    rows,
    (batch, start) => appendRows(db, after + start, batch),
    ({ record }) => weightUpTo(record, HEAVY_ROW),
  );
}

async function appendRows(db: Statements, after: number, rows: readonly NewRow[]): Promise<void> {
  const known = await numberAddresses(db, [...new Set(rows.flatMap(({ addresses }) => addresses))]);
  const listed: (readonly number[])[] = [];
  const numbered = rows.map(({ height, hash, record, addresses }, index) => {
    const number = after + 1 + index;
    const own = addresses.flatMap((address) => known.get(address) ?? []);
    for (const address of own) listed.push([address.id, (address.last += 1), number]);
    return [number, height, hash, own.map(({ id }) => id), record];
  });
  await db.run(
    `INSERT INTO transactions (number, height, hash, addresses, record)
     SELECT value ->> 0, value ->> 1, value ->> 2, value -> 3, value ->> 4 FROM json_each(?)`,
    JSON.stringify(numbered),
  );
  await db.run(
    `INSERT INTO address_transactions (address, position, number)
     SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?)`,
    JSON.stringify(listed),
  );
}

interface NumberedAddress {
  readonly id: number;
  /** The position of its last transaction. */
  last: number;
}

/** Numbers the addresses that have no number yet, in their order, and returns all of them. */
async function numberAddresses(
  db: Statements,
  addresses: readonly string[],
): Promise<Map<string, NumberedAddress>> {
  const text = JSON.stringify(addresses);
  await db.run(
    "INSERT INTO addresses (address) SELECT value FROM json_each(?) WHERE true ON CONFLICT (address) DO NOTHING",
    text,
  );
  const rows = await db.all<NumberedAddress & { readonly address: string }>(
    `SELECT address, addresses.id AS id,
       coalesce((SELECT max(position) FROM address_transactions AS listed WHERE listed.address = addresses.id), 0) AS last
     FROM json_each(?) AS asked CROSS JOIN addresses ON address = asked.value`,
    text,
  );
  return new Map(rows.map((row) => [row.address, row]));
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
  // The addresses that no transaction named before are the last ones.
  await db.run(
    "DELETE FROM addresses WHERE id > (SELECT coalesce(max(address), 0) FROM address_transactions)",
  );
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
    `SELECT hash, height, record ${listedUnder("?1", "?2")}
     ORDER BY position DESC LIMIT ?3`,
    address,
    rowsBefore(page),
    page.count,
  );
}

/** Lists of transactions of any length: first the entries of the list, then the records, a few at a time. */

/** Bytes of the records that are read at once. */
const BATCH_SIZE = 65_536;

const ALL = `SELECT hash, octet_length(record) AS size FROM transactions
  WHERE number <= (SELECT max(number) FROM transactions) - ?1 ORDER BY number DESC LIMIT ?2`;
const OF_ADDRESS = `SELECT hash, octet_length(record) AS size ${listedUnder("?3", "?1")}
  ORDER BY position DESC LIMIT ?2`;

/** The transactions of an address but the last ones, whose number is another parameter. */
function listedUnder(address: string, skipped: string): string {
  return `FROM addresses CROSS JOIN address_transactions AS listed ON listed.address = addresses.id
    CROSS JOIN transactions USING (number)
    WHERE addresses.address = ${address}
      AND position <= (SELECT max(position) FROM address_transactions WHERE address = addresses.id) - ${skipped}`;
}

/** Newest first; all of them, or those from or to an address. */
export async function* streamTransactions(
  db: Statements,
  page: PageRequest,
  address?: string,
): AsyncGenerator<ListedTransaction> {
  const [sql, values] = address === undefined ? [ALL, []] : [OF_ADDRESS, [address]];
  const listed = await db.all<SizedTransaction>(sql, rowsBefore(page), page.count, ...values);
  for (const hashes of batchesBySize(listed, BATCH_SIZE)) {
    yield* await db.all<ListedTransaction>(
      `SELECT hash, record FROM json_each(?) AS asked CROSS JOIN transactions ON hash = asked.value
       ORDER BY asked.key`,
      JSON.stringify(hashes),
    );
  }
}
