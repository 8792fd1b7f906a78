import { assertAllFollow } from "../chain-order.js";
import type { BlockBatch, MainBlockCommit } from "../store.js";
import { appendCodeWrites } from "./code-writes.js";
import type { Statements } from "./connection.js";
import { appendMainBlocks, lastMainLink } from "./main-blocks.js";
import { appendResourceBlocks, lastResourceBlock } from "./resource-blocks.js";
import { writeState } from "./state.js";
import { appendTransactions } from "./transactions.js";
import * as errors from "../errors.js";

/**
 * Writes blocks inside a transaction of the database, with a few statements for each table however many blocks there
 * are: a round trip to the database takes longer than writing a small block. Throws `BLOCK_ORDER` or `BLOCK_COUNT`,
 * kind "local".
 */
export async function writeBatch(db: Statements, { main, resource }: BlockBatch): Promise<void> {
  if (main.length > 0) await writeMainBlocks(db, main);
  if (resource.length === 0) return;
  assertAllFollow(resource, await lastResourceBlock(db));
  await appendResourceBlocks(db, resource);
}

async function writeMainBlocks(db: Statements, commits: readonly MainBlockCommit[]): Promise<void> {
  commits.forEach(assertCounted);
  const blocks = commits.map(({ block }) => block);
  const last = await lastMainLink(db);
  assertAllFollow(blocks, last);
  const lastNumber = last?.last_number ?? 0;
  await appendMainBlocks(db, blocks, lastNumber);
  await appendTransactions(db, lastNumber, commits);
  for (const kind of ["universal", "local"] as const) {
    const writes = commits.map((commit) => ({ height: commit.block.height, entries: commit[kind] }));
    await writeState(db, kind, writes);
  }
  await appendCodeWrites(db, commits);
}

function assertCounted({ block, transactions }: MainBlockCommit): void {
  if (block.transaction_count === transactions.length) return;
  throw errors.blockCount({
    height: block.height,
    transaction_count: block.transaction_count,
    transactions: transactions.length,
  });
}
