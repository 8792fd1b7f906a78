import type { ListedTransaction, PageRequest } from "../store.js";
import type { Statements } from "./connection.js";
import { rowsBefore } from "./page.js";

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
