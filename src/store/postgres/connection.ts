import {
  Client,
  types,
  type ClientBase,
  type ClientConfig,
  type CustomTypesConfig,
  type Pool,
  type QueryResult,
} from "pg";
import { errorOf } from "./failure.js";
import type { DatabaseAddress } from "./address.js";
import type { PostgresParameter, Queries } from "./rows.js";

export interface SessionOptions {
  /** The schema that holds the tables. */
  readonly schema: string;
  /** The longest that the server works on a statement, in milliseconds. */
  readonly statementTimeoutMs: number;
  /** Further settings of the session. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The name of the connection in the server's list (`pg_stat_activity`). */
  readonly name: string;
}

const CONNECT_TIMEOUT_MS = 5000;
/** The server ends a statement that takes too long. A client without an answer gives up this much later. */
const SILENCE_MS = 5000;

const INT8_OID = 20;
const parseOther = types.getTypeParser;
/** Heights, numbers and times are exact as a `number`. */
const customTypes: CustomTypesConfig = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    oid === INT8_OID && format !== "binary" ? Number : parseOther(oid, format),
};

/**
 * A connection whose failure does not end the process. The driver also emits a failure as an event, which throws without a
 * listener, and the pool has none while a connection is made or in use. The present call or the next one reports it.
 */
export class PostgresConnection extends Client {
  constructor(config?: ClientConfig) {
    super(config);
    this.on("error", () => undefined);
  }
}

/** The settings of a connection to a server as the driver takes them. */
export function clientConfig(address: DatabaseAddress, session: SessionOptions): ClientConfig {
  const settings = Object.entries({
    ...session.settings,
    search_path: session.schema,
    statement_timeout: `${session.statementTimeoutMs}`,
  });
  return {
    ...address.config,
    application_name: session.name,
    options: settings.map(([name, value]) => `-c ${name}=${value}`).join(" "),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: session.statementTimeoutMs + SILENCE_MS,
    keepAlive: true,
    types: customTypes,
  };
}

/** The names of the statements, which are prepared once on each connection. */
const names = new Map<string, string>();

function nameOf(sql: string): string {
  const known = names.get(sql) ?? `chainnode_${names.size}`;
  names.set(sql, known);
  return known;
}

/**
 * The parameter of a question. Every stored number is a safe integer, and a bigint cannot hold some greater ones that
 * clients ask for: such a number is asked for as the greatest safe one, which no row has, so the answer is the same.
 */
function askable(value: PostgresParameter): PostgresParameter {
  if (typeof value !== "number") return value;
  return Math.max(-Number.MAX_SAFE_INTEGER, Math.min(value, Number.MAX_SAFE_INTEGER));
}

/** Runs statements on a connection, or each on any connection of a pool. */
export function queriesOn(target: Pool | ClientBase, server: string): Queries {
  const query = async (sql: string, values: readonly PostgresParameter[]): Promise<QueryResult> => {
    try {
      return await target.query({ name: nameOf(sql), text: sql, values: [...values] });
    } catch (error) {
      throw errorOf(error, server);
    }
  };
  return {
    all: async <R extends object>(sql: string, ...values: readonly PostgresParameter[]) =>
      (await query(sql, values.map(askable))).rows as R[],
    first: async <R extends object>(sql: string, ...values: readonly PostgresParameter[]) =>
      ((await query(sql, values.map(askable))).rows[0] as R | undefined) ?? null,
    run: async (sql, ...values) => (await query(sql, values)).rowCount ?? 0,
  };
}
