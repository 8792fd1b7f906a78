import type { DatabaseAddress } from "./address.js";
import { clientConfig, PostgresConnection } from "./connection.js";
import { errorOf } from "./failure.js";
import { LIVE_SCHEMA, NEXT_SCHEMA } from "./schema.js";

const OLD_SCHEMA = `${LIVE_SCHEMA}_old`;
/** Snapshots of readers end within the time of their statements; new ones wait this long for the tables. */
const STATEMENT_TIMEOUT_MS = 60_000;

/**
 * Puts the tables that were built beside the live ones in their place, in one transaction: it waits for the snapshots of
 * readers, each of which has read the tip, and the following ones find the new tables. The term is greater than the old
 * one, so that no projector of the old tables goes on in the new ones without reading their tip.
 */
export async function replaceLive(address: DatabaseAddress): Promise<void> {
  const session = {
    schema: LIVE_SCHEMA,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    name: "chainnode rebuild",
  };
  const client = new PostgresConnection(clientConfig(address, session));
  try {
    await client.connect();
    const { rows } = await client.query("SELECT to_regclass($1) IS NOT NULL AS live", [`${LIVE_SCHEMA}.tip`]);
    const isLive = (rows[0] as { live: boolean } | undefined)?.live === true;
    await client.query(
      isLive
        ? `BEGIN;
           LOCK TABLE ${LIVE_SCHEMA}.tip IN ACCESS EXCLUSIVE MODE;
           UPDATE ${NEXT_SCHEMA}.tip SET term = greatest(term, (SELECT term FROM ${LIVE_SCHEMA}.tip)) + 1;
           DROP SCHEMA IF EXISTS ${OLD_SCHEMA} CASCADE;
           ALTER SCHEMA ${LIVE_SCHEMA} RENAME TO ${OLD_SCHEMA};
           ALTER SCHEMA ${NEXT_SCHEMA} RENAME TO ${LIVE_SCHEMA};
           COMMIT`
        : `ALTER SCHEMA ${NEXT_SCHEMA} RENAME TO ${LIVE_SCHEMA}`,
    );
    await client.query(`DROP SCHEMA IF EXISTS ${OLD_SCHEMA} CASCADE`);
  } catch (error) {
    throw errorOf(error, address.name);
  } finally {
    await client.end().catch(() => undefined);
  }
}
