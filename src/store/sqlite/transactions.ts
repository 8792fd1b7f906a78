import { weightUpTo } from "../../codec/value.js";
import { rowsBefore } from "../selected-rows.js";
import type { MainBlockCommit, NewTransaction, PageRequest, StoredTransaction } from "../store.js";
import { HEAVY_ROW, writeInBatches } from "./write-rows.js";
import type { Statements } from "./connection.js";
import { HORIZON } from "./horizon.js";
import { lastPlace, linkedTables, type LinkedRows } from "./linked-rows.js";

/** Committed transactions, each with its running number in the chain, and the addresses they are listed under. */

/** The transactions of each address. */
export const LISTED: LinkedRows = {
  table: "address_transactions",
  ends: "address_ends",
  view: "address_lists",
  owner: "address",
  place: "number",
  columns: {},
  prunedUpTo: `(SELECT last_number FROM main_blocks WHERE height = ${HORIZON})`,
};

export const ADDRESSES = `
-- Every address that a transaction is listed under, numbered in the order of the transactions. first: the number of the
-- first one.
CREATE TABLE addresses (
  id INTEGER PRIMARY KEY,
  address TEXT NOT NULL UNIQUE,
  first INTEGER NOT NULL
) STRICT;
${linkedTables(LISTED)}`;

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
  const firsts = new Map<string, number>();
  const numbered = rows.map(({ height, hash, record, addresses }, index) => {
    const number = after + 1 + index;
    for (const address of addresses) if (!firsts.has(address)) firsts.set(address, number);
    return [number, height, hash, addresses, record];
  });
  await db.run(
    `INSERT INTO addresses (address, first) SELECT value ->> 0, value ->> 1 FROM json_each(?) WHERE true
     ON CONFLICT (address) DO NOTHING`,
    JSON.stringify([...firsts]),
  );
  await db.run(
    `INSERT INTO transactions (number, height, hash, addresses, record)
     SELECT value ->> 0, value ->> 1, value ->> 2,
       (SELECT json_group_array(addresses.id ORDER BY named.key)
        FROM json_each(written.value -> 3) AS named CROSS JOIN addresses ON address = named.value),
       value ->> 4
     FROM json_each(?) AS written`,
    JSON.stringify(numbered),
  );
  await listUnderAddresses(db, after + 1, after + rows.length);
}

export async function listUnderAddresses(db: Statements, from: number, to: number): Promise<void> {
  await db.run(
    `INSERT INTO address_lists (address, number)
     SELECT named.value, number FROM transactions CROSS JOIN json_each(addresses) AS named
     WHERE number BETWEEN ? AND ? ORDER BY number`,
    from,
    to,
  );
}

export async function removeTransactions(db: Statements, after: number): Promise<void> {
  await db.run("DELETE FROM address_transactions WHERE number > ?", after);
  await db.run("DELETE FROM transactions WHERE number > ?", after);
  // The addresses that no transaction named before are the last ones.
  await db.run("DELETE FROM addresses WHERE id > (SELECT coalesce(max(address), 0) FROM address_ends)");
}

export async function readTransactionRows(
  db: Statements,
  hashes: readonly string[],
): Promise<Map<string, StoredTransaction>> {
  const rows = await db.all<StoredTransaction>(
    "SELECT hash, height, record FROM json_each(?) AS asked CROSS JOIN transactions ON hash = asked.value",
    JSON.stringify(hashes),
  );
  return new Map(rows.map((row) => [row.hash, row]));
}

/** See `BlockTables.numbersOf`: the rows of all addresses stand in the order of the numbers. */
export function numbersOfAddress(address: string, above: string, upTo: string): string {
  return `SELECT number FROM address_transactions
    WHERE number > ${above} AND number <= ${upTo} AND address = (SELECT id FROM addresses WHERE address = ${address})`;
}

/** Whether the chain has transactions up to a running number, all or of an address, be they pruned or not. */
export async function hasTransactionsUpTo(db: Statements, last: number, address?: string): Promise<boolean> {
  if (address === undefined) return last > 0;
  const upTo = lastPlace(LISTED, { of: "addresses.id", upTo: "?2" });
  const row = await db.first<{ number: number | null }>(
    `SELECT ${upTo} AS number FROM addresses WHERE address = ?1`,
    address,
    last,
  );
  return row !== null && row.number !== null;
}

/** How many of the transactions of a page are there. */
export async function listedCount(db: Statements, page: PageRequest, address?: string): Promise<number> {
  const listed =
    address === undefined
      ? "SELECT 1 FROM transactions WHERE number <= (SELECT max(number) FROM transactions) - ?1 ORDER BY number DESC LIMIT ?2"
      : TRANSACTIONS_OF_ADDRESS;
  const of = address === undefined ? [] : [address];
  const row = await db.first<{ count: number }>(
    `SELECT count(*) AS count FROM (${listed})`,
    rowsBefore(page),
    page.count,
    ...of,
  );
  return row?.count ?? 0;
}

/** See `BlockTables.ofAddress`: first a walk back over those that are left out. */
export const TRANSACTIONS_OF_ADDRESS = `WITH RECURSIVE
  walk (address, number, left_out) AS (
    SELECT addresses.id, last, ?1 FROM addresses CROSS JOIN address_ends AS ends ON ends.address = addresses.id
    WHERE addresses.address = ?3
    UNION ALL
    SELECT walk.address, iif(step <= left_out, jump, previous), left_out - iif(step <= left_out, step, 1)
    FROM walk CROSS JOIN address_transactions AS listed USING (address, number) WHERE left_out > 0),
  listed (address, number, previous) AS (
    SELECT address, number, previous
    FROM walk CROSS JOIN address_transactions USING (address, number) WHERE left_out = 0
    UNION ALL
    SELECT listed.address, earlier.number, earlier.previous
    FROM listed CROSS JOIN address_transactions AS earlier
      ON earlier.address = listed.address AND earlier.number = listed.previous
    LIMIT ?2)
  SELECT hash, octet_length(record) AS size FROM listed CROSS JOIN transactions USING (number) ORDER BY number DESC`;
