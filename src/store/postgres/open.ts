import { Pool } from "pg";
import type { DatabaseAddress } from "./address.js";
import { clientConfig, PostgresConnection, queriesOn } from "./connection.js";
import { postgresStore, type PostgresStore } from "./postgres-store.js";
import { assertProjection, LIVE_SCHEMA } from "./schema.js";

export interface PostgresStoreOptions {
  readonly address: DatabaseAddress;
  /** The network's identity, which the database must have. Not checked when left out. */
  readonly network?: string;
  /** The most connections that are open at a time. Default: 8. */
  readonly connections?: number;
  /** The longest that the server works on a read, in milliseconds. Default: 5000. */
  readonly statementTimeoutMs?: number;
}

const CONNECTIONS = 8;
const STATEMENT_TIMEOUT_MS = 5000;

/**
 * Opens the store on PostgreSQL for reading. Throws `POSTGRES_…` when the server does not answer or refuses access, and when
 * the database has no chain or one of another schema or network.
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<PostgresStore> {
  const pool = openPool(options);
  const server = options.address.name;
  try {
    await assertProjection(queriesOn(pool, server), server, options.network);
    return postgresStore(pool, server);
  } catch (error) {
    await pool.end();
    throw error;
  }
}

function openPool(options: PostgresStoreOptions): Pool {
  const { address, connections = CONNECTIONS, statementTimeoutMs = STATEMENT_TIMEOUT_MS } = options;
  const session = { schema: LIVE_SCHEMA, statementTimeoutMs, name: "chainnode reader" };
  const config = { ...clientConfig(address, session), max: connections, pipeline: true };
  const pool = new Pool({ ...config, Client: PostgresConnection });
  // An idle connection that fails has left the pool; the next call opens another one.
  pool.on("error", () => undefined);
  return pool;
}
