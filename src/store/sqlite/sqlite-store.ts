import type {
  BlockBatch,
  ChainEnd,
  ChainEnds,
  EndListener,
  MainBlockCommit,
  Store,
  StoredResourceBlock,
  StoreMoment,
} from "../store.js";
import { assertLast, assertAllFollow } from "../chain-order.js";
import * as codeWrites from "./code-writes.js";
import type { DatabaseConnection, Statements } from "./connection.js";
import * as mainBlocks from "./main-blocks.js";
import { RecentCells } from "./recent-cells.js";
import { writeMeta } from "./schema.js";
import * as resourceBlocks from "./resource-blocks.js";
import { SqliteReader } from "./sqlite-reader.js";
import * as state from "./state.js";
import * as transactions from "./transactions.js";
import { noteUndoneBlock } from "./undone-blocks.js";
import * as errors from "../errors.js";

/**
 * The store on SQLite. All writes go through one connection. Reads have their own, so that they never wait for a commit
 * and always see the last committed block. In memory the two are the same connection.
 */
export class SqliteStore extends SqliteReader implements Store {
  readonly #reader: DatabaseConnection;
  readonly #writer: DatabaseConnection | null;
  readonly #ends: EndListener | undefined;
  readonly #recent: RecentCells | undefined;

  /** Without a writer the store is read-only. */
  constructor(reader: DatabaseConnection, writer: DatabaseConnection | null, ends?: EndListener) {
    // What another process writes is not noticed here.
    const recent = writer === null ? undefined : new RecentCells();
    super(reader, recent);
    this.#recent = recent;
    this.#reader = reader;
    this.#writer = writer;
    this.#ends = ends;
  }

  async writeMeta(name: string, value: string) {
    await writeMeta(this.#writable(), name, value);
  }

  commitMainBlock(commit: MainBlockCommit) {
    return this.commitBatch({ main: [commit], resource: [] });
  }

  async undoMainBlock(height: number) {
    const hadCodes = await this.#change(async (db) => {
      const last = await mainBlocks.lastMainBlock(db);
      assertLast(height, last);
      const removed = await codeWrites.removeCodeWrites(db, height);
      await state.undoState(db, height);
      await transactions.removeTransactions(db, (await transactions.lastNumber(db)) - last.transaction_count);
      await mainBlocks.removeMainBlock(db, height);
      await noteUndoneBlock(db, "main", last);
      await this.#ends?.onUndo({ main: endBefore(last) });
      return removed;
    });
    this.#recent?.clear();
    return hadCodes;
  }

  commitResourceBlock(block: StoredResourceBlock) {
    return this.commitBatch({ main: [], resource: [block] });
  }

  async commitBatch(batch: BlockBatch) {
    await this.#change((db) => writeBatch(db, batch));
    this.#recent?.noteCommit(batch.main);
    await this.#ends?.onCommit(endsOf(batch));
  }

  async undoResourceBlock(height: number) {
    await this.#writable().transaction(async (db) => {
      const last = await resourceBlocks.lastResourceBlock(db);
      assertLast(height, last);
      await resourceBlocks.removeResourceBlock(db, height);
      await noteUndoneBlock(db, "resource", last);
      await this.#ends?.onUndo({ resource: endBefore(last) });
    });
  }

  snapshot<T>(body: (moment: StoreMoment) => Promise<T>) {
    return this.#reader.transaction((db) => body(new SqliteReader(db)));
  }

  override async close() {
    // The writer last: the last connection to close checkpoints the log into the database file.
    if (this.#reader !== this.#writer) await this.#reader.close();
    await this.#writer?.close();
  }

  /** Runs a transaction that changes the present state. */
  async #change<T>(body: (db: Statements) => Promise<T>): Promise<T> {
    try {
      return await this.#writable().transaction(body);
    } catch (error) {
      // When the disk fails it is not known what the file holds.
      this.#recent?.clear();
      throw error;
    }
  }

  #writable(): DatabaseConnection {
    if (this.#writer !== null) return this.#writer;
    throw errors.storeReadOnly();
  }
}

function endsOf({ main, resource }: BlockBatch): Partial<ChainEnds> {
  const [mainBlock, resourceBlock] = [main.at(-1)?.block, resource.at(-1)];
  return {
    ...(mainBlock === undefined ? {} : { main: endOf(mainBlock) }),
    ...(resourceBlock === undefined ? {} : { resource: endOf(resourceBlock) }),
  };
}

/** A block is long; only these two members are kept. */
function endOf({ height, blockhash }: ChainEnd): ChainEnd {
  return { height, blockhash };
}

/** The end of a chain without its last block. */
function endBefore({
  height,
  previous_blockhash,
}: ChainEnd & { readonly previous_blockhash: string }): ChainEnd {
  return { height: height - 1, blockhash: previous_blockhash };
}

/**
 * Writes blocks inside a transaction of the database, with a few statements for each table however many blocks there
 * are: a round trip to the database takes longer than writing a small block. Throws `BLOCK_ORDER` or `BLOCK_COUNT`,
 * kind "local".
 */
async function writeBatch(db: Statements, { main, resource }: BlockBatch): Promise<void> {
  if (main.length > 0) await writeMainBlocks(db, main);
  if (resource.length === 0) return;
  assertAllFollow(resource, await resourceBlocks.lastResourceBlock(db));
  await resourceBlocks.appendResourceBlocks(db, resource);
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
  await codeWrites.appendCodeWrites(db, commits);
}

function assertCounted({ block, transactions }: MainBlockCommit): void {
  if (block.transaction_count === transactions.length) return;
  throw errors.blockCount({
    height: block.height,
    transaction_count: block.transaction_count,
    transactions: transactions.length,
  });
}
