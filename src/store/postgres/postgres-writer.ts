import { DatabaseError } from "pg";
import { assertAllFollow, assertCounted, assertLast, endBefore, endOf } from "../chain-order.js";
import type { ChainEnds, StoredResourceBlock } from "../store.js";
import type { DatabaseAddress } from "./address.js";
import type { BlockRows, Queries } from "./rows.js";
import {
  insertCodeWrites,
  deleteCodeWrites,
  insertMainBlocks,
  deleteMainBlock,
  PROJECTED_BLOCKS,
  insertResourceBlocks,
  deleteResourceBlock,
  insertUndoneBlock,
} from "./blocks.js";
import { clientConfig, PostgresConnection, queriesOn } from "./connection.js";
import { errorOf } from "./failure.js";
import {
  assertProjection,
  creationOf,
  NETWORK_NOTE,
  QUERY_VIEW,
  readNote,
  viewsOf,
  writeNote,
} from "./schema.js";
import { deleteVersions, insertVersions } from "./state.js";
import { READ_TIP, moveTip, tipOf, type HeldTip, type Tip } from "./tip.js";
import { insertTransactions, deleteTransactions } from "./transactions.js";
import * as errors from "../errors.js";

const STATEMENT_TIMEOUT_MS = 60_000;
/** A projector that has not written for this time, in µs by the server's clock, may be replaced by another one. */
const LEASE_US = 10_000_000;
/**
 * No commit waits for the disk: blocks that a crash of the server loses are copied again from the chain. The server notices
 * within seconds that a projector's machine is gone, and frees its lock.
 */
const SETTINGS = {
  synchronous_commit: "off",
  tcp_keepalives_idle: "5",
  tcp_keepalives_interval: "2",
  tcp_keepalives_count: "3",
  idle_in_transaction_session_timeout: "30s",
};

/** The blocks that one transaction adds. */
export interface ProjectedBlocks {
  readonly main: readonly BlockRows[];
  readonly resource: readonly StoredResourceBlock[];
  /** The last heights of the source. Default: as before. */
  readonly source?: Tip["source"];
  /** Notes about the chain, by name. */
  readonly notes?: ReadonlyMap<string, string>;
}

export interface WriterOptions {
  readonly address: DatabaseAddress;
  readonly schema: string;
  /** The network's identity. New tables store it; existing tables must have the same. */
  readonly network: string;
  /** Further notes about the network, by name. */
  readonly notes?: ReadonlyMap<string, string> | undefined;
  /** The longest that the server works on a statement, in milliseconds. A full batch takes seconds. Default: 60,000. */
  readonly statementTimeoutMs?: number | undefined;
  /** A term that the new one must exceed, as that of another server of the database. */
  readonly aboveTerm?: number;
}

/**
 * The one connection that writes a projection. It holds a term. When another projector has begun a later term, or another
 * writer has moved the tip, every write is refused with `PROJECTION_LOST` and changes nothing. After a failure of the
 * connection, open another writer, which continues from the tip of the database.
 */
export class PostgresWriter {
  readonly #client: PostgresConnection;
  readonly #server: string;
  #held: HeldTip;
  #source: Tip["source"];

  private constructor(client: PostgresConnection, server: string, tip: Tip) {
    this.#client = client;
    this.#server = server;
    this.#held = tip;
    this.#source = tip.source;
  }

  /**
   * Connects, makes missing tables, and begins a term. Throws `PROJECTION_TAKEN` while another projector writes,
   * `POSTGRES_STANDBY`, and as `assertProjection` does.
   */
  static async open(options: WriterOptions): Promise<PostgresWriter> {
    const { address, schema, network, notes = [], statementTimeoutMs = STATEMENT_TIMEOUT_MS } = options;
    const { aboveTerm = 0 } = options;
    const session = {
      schema,
      statementTimeoutMs,
      settings: SETTINGS,
      name: "chainnode project",
    };
    const client = new PostgresConnection({ ...clientConfig(address, session), pipeline: true });
    const server = address.name;
    try {
      await client.connect();
    } catch (error) {
      throw errorOf(error, server);
    }
    try {
      const db = queriesOn(client, server);
      await takeLock(db, server, schema);
      await createMissing(client, db, schema);
      await assertProjection(db, server, network);
      if ((await readNote(db, NETWORK_NOTE)) === null) await writeNote(db, NETWORK_NOTE, network);
      for (const [name, text] of notes)
        if ((await readNote(db, name)) !== text) await writeNote(db, name, text);
      await db.run("UPDATE tip SET term = greatest(term, $1) + 1, renewed_at = clock_timestamp()", aboveTerm);
      return new PostgresWriter(client, server, await readTip(db));
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error instanceof DatabaseError ? errorOf(error, server) : error;
    }
  }

  /** The last blocks of the database. */
  get ends(): ChainEnds {
    const { main, resource } = this.#held;
    return { main, resource };
  }

  get term(): number {
    return this.#held.term;
  }

  /** Writes blocks of both chains with all their rows, in one transaction. */
  async commit({ main, resource, source = this.#source, notes = new Map() }: ProjectedBlocks): Promise<void> {
    main.forEach(assertCounted);
    const blocks = main.map(({ block }) => block);
    assertAllFollow(blocks, this.#held.main);
    assertAllFollow(resource, this.#held.resource);
    const after = this.#held.lastNumber;
    const next = {
      main: endOf(blocks.at(-1) ?? this.#held.main),
      resource: endOf(resource.at(-1) ?? this.#held.resource),
      lastNumber: blocks.reduce((sum, { transaction_count }) => sum + transaction_count, after),
    };
    this.#source = source;
    await this.#move(next, async (db) => {
      await allOf([
        ...(main.length === 0
          ? []
          : [
              insertMainBlocks(db, after, main),
              insertTransactions(db, after, main),
              insertVersions(db, main),
              insertCodeWrites(db, main),
            ]),
        insertResourceBlocks(db, resource),
        ...Array.from(notes, ([name, value]) => writeNote(db, name, value)),
      ]);
    });
  }

  /** Removes the last main block, which must have this height. Returns whether it had written registered codes. */
  async undoMainBlock(height: number): Promise<boolean> {
    const last = await PROJECTED_BLOCKS.mainBlockSummary(this.#statements, "last");
    assertLast(height, last);
    const lastNumber = this.#held.lastNumber - last.transaction_count;
    return this.#move({ main: endBefore(last), resource: this.#held.resource, lastNumber }, async (db) => {
      await deleteVersions(db, height);
      await deleteTransactions(db, lastNumber);
      await deleteMainBlock(db, height);
      await insertUndoneBlock(db, "main", last);
      return deleteCodeWrites(db, height);
    });
  }

  async undoResourceBlock(height: number): Promise<void> {
    const last = await PROJECTED_BLOCKS.resourceBlock(this.#statements, "last");
    assertLast(height, last);
    const { main, lastNumber } = this.#held;
    await this.#move({ main, resource: endBefore(last), lastNumber }, async (db) => {
      await deleteResourceBlock(db, height);
      await insertUndoneBlock(db, "resource", last);
    });
  }

  /** Ends the connection, and with it the term. */
  async close(): Promise<void> {
    await this.#client.end();
  }

  get #statements(): Queries {
    return queriesOn(this.#client, this.#server);
  }

  /** Runs a transaction that moves the tip from the one that is held to the next one. */
  async #move<T>(
    next: ChainEnds & { readonly lastNumber: number },
    body: (db: Queries) => Promise<T>,
  ): Promise<T> {
    const db = this.#statements;
    const begun = db.run("BEGIN");
    try {
      const [, moved] = await Promise.all([
        begun,
        moveTip(db, this.#held, { ...next, source: this.#source }),
      ]);
      if (!moved) throw errors.projectionLost({ server: this.#server });
      const result = await body(db);
      await db.run("COMMIT");
      this.#held = { ...next, term: this.#held.term };
      return result;
    } catch (error) {
      // A failed connection has rolled back already. The first error is reported.
      await db.run("ROLLBACK").catch(() => undefined);
      throw error;
    }
  }
}

async function readTip(db: Queries): Promise<Tip> {
  return tipOf((await db.first(READ_TIP)) ?? {});
}

/** Waits until all have ended. Throws the first error. */
async function allOf(work: readonly Promise<unknown>[]): Promise<void> {
  for (const result of await Promise.allSettled(work)) if (result.status === "rejected") throw result.reason;
}

/**
 * Takes the lock of the projection for the life of the connection. A projector that has not written for the time of the
 * lease loses the lock.
 */
async function takeLock(db: Queries, server: string, schema: string): Promise<void> {
  const standby = await db.first<{ standby: boolean }>("SELECT pg_is_in_recovery() AS standby");
  if (standby?.standby === true) throw errors.postgresStandby({ server });
  const lock = `chainnode ${schema}`;
  const take = async (): Promise<boolean> =>
    (await db.first<{ taken: boolean }>("SELECT pg_try_advisory_lock(hashtext($1)) AS taken", lock))
      ?.taken === true;
  if (await take()) return;
  const tip = await readTip(db).catch(() => null);
  if (tip !== null && tip.nowUs - tip.renewedUs > LEASE_US) {
    await db.all(
      `SELECT pg_terminate_backend(pid, 1000) FROM pg_locks
       WHERE locktype = 'advisory' AND granted AND objid = hashtext($1)::oid
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      lock,
    );
    if (await take()) return;
  }
  throw errors.projectionTaken({ server });
}

async function createMissing(client: PostgresConnection, db: Queries, schema: string): Promise<void> {
  const known = await db.first<{ readonly has_views: boolean }>(
    "SELECT to_regclass(quote_ident(nspname) || '.' || $2) IS NOT NULL AS has_views FROM pg_namespace WHERE nspname = $1",
    schema,
    QUERY_VIEW,
  );
  if (known === null) await client.query(creationOf(schema));
  else if (!known.has_views) await client.query(viewsOf(schema));
}
