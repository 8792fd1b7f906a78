import { createHash } from "node:crypto";
import { hashOf } from "../../codec/hash.js";
import { padStateKey } from "../../codec/state-key.js";
import type { StoredResourceBlock } from "../store.js";
import type { Tip } from "./tip.js";
import type { BlockRows, Queries } from "./rows.js";

/**
 * One digest for all rows of a block. The database computes it from its rows, and this file from the chain. When they
 * differ, a row was changed, removed or added. Both print the same text (docs/adr/0019).
 */

/** The digests of a main block: honest nodes may hold different seals of it, so the seal has one of its own. */
export interface MainDigests {
  readonly rows: string;
  readonly seal: string;
}

/** The SHA-256 of each main block's rows from one height up to another, by height. */
export async function storedMainDigests(
  db: Queries,
  from: number,
  to: number,
): Promise<Map<number, MainDigests>> {
  const rows = await db.all<MainDigests & { readonly height: number }>(
    `SELECT block.height, encode(sha256(convert_to(concat_ws(E'\\n',
         concat_ws('|', block.height, s_timestamp, transaction_count, last_number, blockhash, previous_blockhash,
           coalesce('=' || resource_blockhash, '')),
         coalesce((SELECT string_agg(concat_ws('|', number, hash, tx.height, record), E'\\n' ORDER BY number)
           FROM tx WHERE number > last_number - transaction_count AND number <= last_number), ''),
         coalesce((SELECT string_agg(concat_ws('|', number, encode(address, 'hex')), E'\\n' ORDER BY number, address)
           FROM tx_address WHERE number > last_number - transaction_count AND number <= last_number), ''),
         coalesce((SELECT string_agg(concat_ws('|', kind, encode(cell, 'hex'), written, coalesce(value, '')), E'\\n'
             ORDER BY kind, cell)
           FROM cell_version AS version WHERE version.height = block.height), ''),
         coalesce((SELECT string_agg(concat_ws('|', position, key), E'\\n' ORDER BY position)
           FROM code_write WHERE code_write.height = block.height), ''),
         '') , 'UTF8') || universal_updates || '\\x0a'::bytea || local_updates), 'hex') AS rows,
       encode(sha256(seal), 'hex') AS seal
     FROM main_block AS block JOIN main_body USING (height) WHERE block.height BETWEEN $1 AND $2`,
    from,
    to,
  );
  return new Map(rows.map(({ height, ...digests }) => [height, digests]));
}

/** @param after the running number of the last transaction before the block. */
export function mainDigests({ block, transactions, cells, codeKeys }: BlockRows, after: number): MainDigests {
  const { height, s_timestamp, transaction_count, blockhash, previous_blockhash, resource_blockhash } = block;
  const last = after + transaction_count;
  const lines = (rows: readonly (readonly (string | number)[])[]): string =>
    rows.map((row) => row.join("|")).join("\n");
  const header = [height, s_timestamp, transaction_count, last, blockhash, previous_blockhash];
  const listed = transactions.flatMap(({ addresses }, index) =>
    addresses
      .map((address) => hashOf(address))
      .toSorted()
      .map((address) => [after + 1 + index, address]),
  );
  const versions = cells
    .map(
      ({ kind, key, value }) =>
        [kind === "universal" ? 0 : 1, padStateKey(key), key.length, value ?? ""] as const,
    )
    .toSorted((left, right) => left[0] - right[0] || (left[1] < right[1] ? -1 : 1));
  const text = [
    [...header, resource_blockhash === undefined ? "" : `=${resource_blockhash}`].join("|"),
    lines(transactions.map(({ hash, record }, index) => [after + 1 + index, hash, height, record])),
    lines(listed),
    lines(versions),
    lines(codeKeys.map((key, position) => [position, key])),
    "",
  ].join("\n");
  const body = [block.universal_updates, block.local_updates].join("\n");
  return { rows: digestOf(text + body), seal: digestOf(block.seal) };
}

function digestOf(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}

export async function storedResourceDigests(
  db: Queries,
  from: number,
  to: number,
): Promise<Map<number, string>> {
  const rows = await db.all<{ readonly height: number; readonly digest: string }>(
    `SELECT height, encode(sha256(convert_to(concat_ws('|', height, blockhash, previous_blockhash, timestamp, difficulty,
         main_height, main_blockhash, validator, miner, receipt_count, receipts, ''), 'UTF8') || nonce), 'hex') AS digest
     FROM resource_block WHERE height BETWEEN $1 AND $2`,
    from,
    to,
  );
  return new Map(rows.map(({ height, digest }) => [height, digest]));
}

export function resourceDigest(block: StoredResourceBlock): string {
  const { height, blockhash, previous_blockhash, timestamp, difficulty, main_height, main_blockhash } = block;
  const { validator, miner, receipt_count, receipts, nonce } = block;
  const place = [height, blockhash, previous_blockhash, timestamp, difficulty, main_height, main_blockhash];
  const text = [...place, validator, miner, receipt_count, receipts, nonce].join("|");
  return digestOf(text);
}

/** Returns the name of a table with a row that belongs to no block, or with a list in another order; null without one. */
export async function findStray(db: Queries, tip: Tip): Promise<string | null> {
  const row = await db.first<{ readonly stray: string }>(
    `SELECT stray FROM (
       SELECT 'main_block' AS stray WHERE EXISTS (SELECT 1 FROM main_block WHERE height < 1 OR height > $1)
       UNION ALL SELECT 'main_body' WHERE EXISTS (SELECT 1 FROM main_body WHERE height < 1 OR height > $1)
       UNION ALL SELECT 'cell_version' WHERE EXISTS (SELECT 1 FROM cell_version WHERE height < 1 OR height > $1)
       UNION ALL SELECT 'code_write' WHERE EXISTS (SELECT 1 FROM code_write WHERE height < 1 OR height > $1)
       UNION ALL SELECT 'tx' WHERE EXISTS (SELECT 1 FROM tx WHERE number < 1 OR number > $2)
       UNION ALL SELECT 'tx_address' WHERE EXISTS (SELECT 1 FROM tx_address WHERE number < 1 OR number > $2)
       UNION ALL SELECT 'tx_address' WHERE EXISTS (SELECT 1 FROM (
         SELECT position, row_number() OVER (PARTITION BY address ORDER BY number) AS place FROM tx_address) AS listed
         WHERE position <> place)
       UNION ALL SELECT 'resource_block' WHERE EXISTS (SELECT 1 FROM resource_block WHERE height < 1 OR height > $3)
     ) AS found LIMIT 1`,
    tip.main.height,
    tip.lastNumber,
    tip.resource.height,
  );
  return row?.stray ?? null;
}
