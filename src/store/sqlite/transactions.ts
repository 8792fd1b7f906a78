import { weightUpTo } from "../../codec/value-weight.js";
import type { MainBlockCommit, PageRequest, StoredTransaction } from "../store.js";
import { HEAVY_ROW, writeInBatches } from "./batches.js";
import type { Statements } from "./connection.js";
import { rowsBefore } from "./page.js";

/** Committed transactions, each with its running number in the chain, and the addresses they are listed under. */

/** The running number of the chain's last transaction, which is their number; 0 for none. */
export async function lastNumber(db: Statements): Promise<number> {
  const rows = await db.all<{ last: number | null }>("SELECT max(number) AS last FROM transactions");
  return rows[0]?.last ?? 0;
}

/** Appends the transactions of blocks after number `after`. */
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

/** Removes all transactions after number `after`. */
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

export async function readTransactionRow(db: Statements, hash: string): Promise<StoredTransaction | null> {
  const rows = await db.all<StoredTransaction>(
    "SELECT hash, height, record FROM transactions WHERE hash = ?",
    hash,
  );
  return rows[0] ?? null;
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
