import { hashOf } from "../../codec/hash.js";
import type { StoredTransaction } from "../store.js";
import { type BlockRows, type Queries, asArray, column, hexParameter } from "./rows.js";

/** Committed transactions, each with its running number in the chain, and the addresses they are listed under. */

export const PROJECTED_OF_ADDRESS = `SELECT hash, octet_length(record) AS size
  FROM tx_address AS listed CROSS JOIN LATERAL (SELECT * FROM tx WHERE tx.number = listed.number) AS found
  WHERE address = decode(?3, 'hex')
    AND position <= (SELECT max(position) FROM tx_address WHERE address = decode(?3, 'hex')) - ?1
  ORDER BY position DESC LIMIT ?2`;

export function projectedNumbersOf(address: string, above: string, upTo: string): string {
  return `SELECT number FROM tx_address
    WHERE number > ${above} AND number <= ${upTo} AND address = decode(${address}, 'hex')`;
}

/** @param after the running number of the last transaction before them. */
export async function insertTransactions(
  db: Queries,
  after: number,
  blocks: readonly BlockRows[],
): Promise<void> {
  const rows = blocks.flatMap(({ block: { height }, transactions }) =>
    transactions.map((transaction) => ({ ...transaction, height })),
  );
  if (rows.length === 0) return;
  await db.run(
    `INSERT INTO tx (number, hash, height, record)
   SELECT $1 + place, hash, height, record
   FROM unnest(${asArray(2, "text")}, ${asArray(3, "bigint")}, ${asArray(4, "text")})
     WITH ORDINALITY AS new (hash, height, record, place)`,
    after,
    column(rows.map(({ hash }) => hash)),
    column(rows.map(({ height }) => height)),
    column(rows.map(({ record }) => record)),
  );
  const listed = rows.flatMap(({ addresses }, index) =>
    addresses.map((address) => ({ address: hashOf(address), number: after + 1 + index })),
  );
  await db.run(
    `INSERT INTO tx_address (address, position, number)
   SELECT new.address, coalesce(last.position, 0) + row_number() OVER (PARTITION BY new.address ORDER BY number), number
   FROM (SELECT decode(hex, 'hex') AS address, number
         FROM unnest(${asArray(1, "text")}, ${asArray(2, "bigint")}) AS listed (hex, number)) AS new
   LEFT JOIN (
     SELECT address, (SELECT max(position) FROM tx_address AS known WHERE known.address = named.address) AS position
     FROM (SELECT DISTINCT decode(hex, 'hex') AS address FROM unnest(${asArray(1, "text")}) AS all_named (hex)) AS named
   ) AS last USING (address)`,
    column(listed.map(({ address }) => address)),
    column(listed.map(({ number }) => number)),
  );
}

export async function deleteTransactions(db: Queries, after: number): Promise<void> {
  await db.run("DELETE FROM tx_address WHERE number > $1", after);
  await db.run("DELETE FROM tx WHERE number > $1", after);
}

export function storedTransaction(db: Queries, hash: string): Promise<StoredTransaction | null> {
  return db.first<StoredTransaction>(
    "SELECT hash, height, record FROM tx WHERE hash = $1",
    hexParameter(hash),
  );
}
