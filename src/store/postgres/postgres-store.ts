import type { Pool, PoolClient } from "pg";
import { findStray, storedMainDigests, storedResourceDigests } from "./block-digests.js";
import { queriesOn } from "./connection.js";
import type { Queries } from "./rows.js";
import { errorOf } from "./failure.js";
import { bound } from "../decorated.js";
import type { StoreReader, StoreMoment } from "../store.js";
import { READ_TIP, tipOf, type Tip } from "./tip.js";
import { PROJECTED_BLOCKS } from "./blocks.js";
import { readNote } from "./schema.js";
import { PROJECTED_STATE } from "./state.js";
import { storedTransaction } from "./transactions.js";

const MOMENT_READS = {
  mainDigests: storedMainDigests,
  resourceDigests: storedResourceDigests,
};

/** The database at one moment. All reads, including that of the tip, see one snapshot. */
export type PostgresMoment = ReturnType<typeof momentOf>;

function momentOf(db: Queries, tip: Tip) {
  return {
    ...postgresReads(db),
    ...bound(db, MOMENT_READS),
    tip,
    /** A table with rows that belong to no block, null without one. */
    strayTable: () => findStray(db, tip),
  };
}

/**
 * The store on PostgreSQL: a copy of a node's chains that a projector writes and any number of processes read. Each read
 * outside a snapshot uses a connection of the pool and sees what is committed then.
 */
export interface PostgresStore extends StoreReader {
  /** The tip of the database now. */
  tip(): Promise<Tip>;
  /**
   * Runs several reads of one snapshot, on one connection. The body must read from its argument only, and must await its
   * reads.
   */
  snapshot<T>(body: (moment: PostgresMoment) => Promise<T>): Promise<T>;
}

export function postgresStore(pool: Pool, server: string): PostgresStore {
  const queries = queriesOn(pool, server);
  return {
    ...postgresReads(queries),
    tip: async () => tipOf((await queries.first(READ_TIP)) ?? {}),
    async snapshot(body) {
      const client = await connect(pool, server);
      const db = queriesOn(client, server);
      let isOver = false;
      try {
        // The first row that a snapshot reads is the tip's. What replaces the tables waits for it to end (docs/adr/0019).
        const begun = db.run("BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY");
        const [, row] = await Promise.all([begun, db.first(READ_TIP)]);
        return await body(
          momentOf(
            refusingAfter(db, () => isOver),
            tipOf(row ?? {}),
          ),
        );
      } finally {
        isOver = true;
        // A connection that gives no answer is of no use. The body's result is complete without one.
        await db.run("ROLLBACK").then(
          () => client.release(),
          (error: unknown) => client.release(error instanceof Error ? error : true),
        );
      }
    },
    close: () => pool.end(),
  };
}

async function connect(pool: Pool, server: string): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw errorOf(error, server);
  }
}

/** Wraps queries, and refuses them once the snapshot is over: the connection then serves another one. */
function refusingAfter(db: Queries, isOver: () => boolean): Queries {
  const assertOpen = (): void => {
    if (isOver()) throw new Error("The snapshot has ended. ");
  };
  return {
    async all(sql, ...values) {
      assertOpen();
      return db.all(sql, ...values);
    },
    async first(sql, ...values) {
      assertOpen();
      return db.first(sql, ...values);
    },
    async run(sql, ...values) {
      assertOpen();
      return db.run(sql, ...values);
    },
  };
}

const READS = {
  readMeta: readNote,
  ...PROJECTED_STATE,
  ...PROJECTED_BLOCKS,
  transaction: storedTransaction,
  /** No connection of its own is open. */
  close: async () => undefined,
};

/** Reads the store. Over a pool, each call reads the present state; in a transaction, all calls read one moment. */
function postgresReads(db: Queries): StoreMoment {
  return bound(db, READS);
}
