import { type Pool, type PoolClient } from "pg";
import { findStray, storedMainDigests, storedResourceDigests } from "./block-digests.js";
import { queriesOn, type Queries } from "./connection.js";
import { errorOf } from "./failure.js";
import { PostgresReader } from "./postgres-reader.js";
import { READ_TIP, tipOf, type Tip } from "./tip.js";

/** The database at one moment. All reads, including that of the tip, see one snapshot. */
export class PostgresMoment extends PostgresReader {
  readonly tip: Tip;
  readonly #db: Queries;

  constructor(db: Queries, tip: Tip) {
    super(db);
    this.tip = tip;
    this.#db = db;
  }

  /** The digests of the rows of main blocks from one height up to another, by height (`mainDigest`). */
  mainDigests(from: number, to: number): Promise<ReadonlyMap<number, string>> {
    return storedMainDigests(this.#db, from, to);
  }

  /** The digests of the rows of resource blocks (`resourceDigest`). */
  resourceDigests(from: number, to: number): Promise<ReadonlyMap<number, string>> {
    return storedResourceDigests(this.#db, from, to);
  }

  /** A table with rows that belong to no block, null without one. */
  strayTable(): Promise<string | null> {
    return findStray(this.#db, this.tip);
  }
}

/**
 * The store on PostgreSQL: a copy of a node's chains that a projector writes and any number of processes read. Each read
 * outside a snapshot uses a connection of the pool and sees what is committed then.
 */
export class PostgresStore extends PostgresReader {
  readonly #pool: Pool;
  readonly #server: string;

  constructor(pool: Pool, server: string) {
    super(queriesOn(pool, server));
    this.#pool = pool;
    this.#server = server;
  }

  /** The tip of the database now. */
  async tip(): Promise<Tip> {
    return tipOf((await queriesOn(this.#pool, this.#server).first(READ_TIP)) ?? {});
  }

  /**
   * Runs several reads of one snapshot, on one connection. The body must read from its argument only, and must await its
   * reads.
   */
  async snapshot<T>(body: (moment: PostgresMoment) => Promise<T>): Promise<T> {
    const client = await this.#connect();
    const db = queriesOn(client, this.#server);
    let isOver = false;
    try {
      // The first row that a snapshot reads is the tip's. What replaces the tables waits for it to end (docs/adr/0019).
      const begun = db.run("BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY");
      const [, row] = await Promise.all([begun, db.first(READ_TIP)]);
      return await body(
        new PostgresMoment(
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
  }

  override async close() {
    await this.#pool.end();
  }

  async #connect(): Promise<PoolClient> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      throw errorOf(error, this.#server);
    }
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
