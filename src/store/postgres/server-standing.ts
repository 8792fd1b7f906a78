import { ChainError } from "../../codec/chain-error.js";
import type { DatabaseAddress } from "./address.js";
import { clientConfig, PostgresConnection, queriesOn } from "./connection.js";
import { errorOf } from "./failure.js";
import { READ_TIP, tipOf, type Tip } from "./tip.js";
import * as errors from "../errors.js";

/** What one of several servers holds, and whether it can be written. */
export interface ServerStanding {
  readonly address: DatabaseAddress;
  readonly isWritable: boolean;
  /** Null without tables. */
  readonly tip: Tip | null;
}

const STATEMENT_TIMEOUT_MS = 5000;

/** Asks a server, on a connection of its own. Throws `POSTGRES_…` when it does not answer. */
export async function readStanding(address: DatabaseAddress, schema: string): Promise<ServerStanding> {
  const session = { schema, statementTimeoutMs: STATEMENT_TIMEOUT_MS, name: "chainnode look" };
  const client = new PostgresConnection(clientConfig(address, session));
  try {
    await client.connect().catch((error: unknown) => {
      throw errorOf(error, address.name);
    });
    const db = queriesOn(client, address.name);
    const row = await db.first<{ readonly writable: boolean }>(
      "SELECT NOT pg_is_in_recovery() AND current_setting('transaction_read_only') = 'off' AS writable",
    );
    const tip = await db.first(READ_TIP).catch((error: unknown) => {
      if (error instanceof ChainError && error.code === errors.postgresEmpty.code) return null;
      throw error;
    });
    return { address, isWritable: row?.writable === true, tip: tip === null ? null : tipOf(tip) };
  } finally {
    await client.end().catch(() => undefined);
  }
}
