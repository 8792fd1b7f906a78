import type {
  BlockBatch,
  ChainEnds,
  EndListener,
  MainBlockCommit,
  Store,
  StoredResourceBlock,
} from "../store.js";
import { assertAllFollow, assertCounted, assertLast, endBefore, endOf } from "../chain-order.js";
import type { DatabaseConnection, Statements } from "./connection.js";
import * as mainBlocks from "./main-blocks.js";
import { horizonOf } from "./horizon.js";
import { pruneNext } from "./pruning.js";
import { RecentCells } from "./recent-cells.js";
import { writeMeta } from "./schema.js";
import { sqliteReads } from "./sqlite-reader.js";
import * as state from "./state.js";
import * as transactions from "./transactions.js";
import { noteUndoneBlock } from "./undone-blocks.js";
import * as errors from "../errors.js";
import { insertRows } from "./write-rows.js";
import { RESOURCE_BLOCK_COLUMNS } from "../block-reads.js";

/**
 * The store on SQLite. All writes go through one connection. Reads have their own, so that they never wait for a commit
 * and always see the last committed block. In memory the two are the same connection. Without a writer the store is
 * read-only.
 */
export function sqliteStore(
  reader: DatabaseConnection,
  writer: DatabaseConnection | null,
  ends?: EndListener,
): Store {
  // What another process writes is not noticed here.
  const recent = writer === null ? undefined : new RecentCells();

  function writable(): DatabaseConnection {
    if (writer !== null) return writer;
    throw errors.storeReadOnly();
  }

  /** Runs a transaction that changes the present state. */
  async function change<T>(body: (db: Statements) => Promise<T>): Promise<T> {
    try {
      return await writable().transaction(body);
    } catch (error) {
      // When the disk fails it is not known what the file holds.
      recent?.clear();
      throw error;
    }
  }

  async function commitBatch(batch: BlockBatch): Promise<void> {
    await change((db) => writeBatch(db, batch));
    recent?.noteCommit(batch.main);
    await ends?.onCommit(endsOf(batch));
  }

  return {
    ...sqliteReads(reader, recent),
    writeMeta: async (name, value) => writeMeta(writable(), name, value),
    commitBatch,
    commitMainBlock: (commit) => commitBatch({ main: [commit], resource: [] }),
    commitResourceBlock: (block) => commitBatch({ main: [], resource: [block] }),
    async undoMainBlock(height) {
      const hadCodes = await change(async (db) => {
        const last = await mainBlocks.BLOCK_READS.mainBlockSummary(db, "last");
        assertLast(height, last);
        const horizon = await horizonOf(db);
        if (horizon !== null && height <= horizon.height) throw errors.pruned({ first: horizon.height + 1 });
        const removed = await removeCodeWrites(db, height);
        await state.undoState(db, height);
        const lastNumber = (await mainBlocks.lastMainLink(db))?.last_number ?? 0;
        await transactions.removeTransactions(db, lastNumber - last.transaction_count);
        await mainBlocks.removeMainBlock(db, height);
        await noteUndoneBlock(db, "main", last);
        await ends?.onUndo({ main: endBefore(last) });
        return removed;
      });
      recent?.clear();
      return hadCodes;
    },
    async undoResourceBlock(height) {
      await writable().transaction(async (db) => {
        const last = await mainBlocks.BLOCK_READS.resourceBlock(db, "last");
        assertLast(height, last);
        await removeResourceBlock(db, height);
        await noteUndoneBlock(db, "resource", last);
        await ends?.onUndo({ resource: endBefore(last) });
      });
    },
    prune: (upTo) => pruneNext(writable(), upTo),
    snapshot: (body) => reader.transaction((db) => body(sqliteReads(db))),
    async close() {
      // The writer last: the last connection to close checkpoints the log into the database file.
      if (reader !== writer) await reader.close();
      await writer?.close();
    },
  };
}

function endsOf({ main, resource }: BlockBatch): Partial<ChainEnds> {
  const [mainBlock, resourceBlock] = [main.at(-1)?.block, resource.at(-1)];
  return {
    ...(mainBlock === undefined ? {} : { main: endOf(mainBlock) }),
    ...(resourceBlock === undefined ? {} : { resource: endOf(resourceBlock) }),
  };
}

/**
 * Writes blocks inside a transaction of the database, with a few statements for each table however many blocks there
 * are: a round trip to the database takes longer than writing a small block. Throws `BLOCK_ORDER` or `BLOCK_COUNT`,
 * kind "local".
 */
async function writeBatch(db: Statements, { main, resource }: BlockBatch): Promise<void> {
  if (main.length > 0) await writeMainBlocks(db, main);
  if (resource.length === 0) return;
  assertAllFollow(resource, await mainBlocks.BLOCK_READS.resourceBlock(db, "last"));
  await appendResourceBlocks(db, resource);
}

async function writeMainBlocks(db: Statements, commits: readonly MainBlockCommit[]): Promise<void> {
  commits.forEach(assertCounted);
  const blocks = commits.map(({ block }) => block);
  const last = await mainBlocks.lastMainLink(db);
  assertAllFollow(blocks, last);
  const lastNumber = last?.last_number ?? 0;
  await mainBlocks.appendMainBlocks(db, blocks, lastNumber);
  await transactions.appendTransactions(db, lastNumber, commits);
  await state.writeState(db, commits);
  await appendCodeWrites(db, commits);
}

/** Which registered code is the younger (PROTOCOL 6.5): a log of the writes. An undo removes the last ones. */

async function appendCodeWrites(db: Statements, commits: readonly MainBlockCommit[]): Promise<void> {
  const rows = commits.flatMap(({ block, codeKeys }) =>
    codeKeys.map((key, position) => [block.height, position, key]),
  );
  await insertRows(db, "code_writes", { columns: ["height", "position", "key"], rows });
}

/** Returns whether there were any. */
async function removeCodeWrites(db: Statements, height: number): Promise<boolean> {
  const removed = await db.all("DELETE FROM code_writes WHERE height = ? RETURNING position", height);
  return removed.length > 0;
}

/** Resource blocks (PROTOCOL 10), one row each. */

async function appendResourceBlocks(db: Statements, blocks: readonly StoredResourceBlock[]): Promise<void> {
  const rows = blocks.map((block) => RESOURCE_BLOCK_COLUMNS.map((column) => block[column]));
  await insertRows(db, "resource_blocks", { columns: RESOURCE_BLOCK_COLUMNS, rows });
}

async function removeResourceBlock(db: Statements, height: number): Promise<void> {
  await db.run("DELETE FROM resource_blocks WHERE height = ?", height);
}
