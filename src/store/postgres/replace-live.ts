import type { DatabaseAddress } from "./address.js";
import { clientConfig, PostgresConnection } from "./connection.js";
import { errorOf } from "./failure.js";
import { LIVE_SCHEMA, NEXT_SCHEMA } from "./schema.js";
import { readStanding } from "./server-standing.js";

const OLD_SCHEMA = `${LIVE_SCHEMA}_old`;
/** The longest wait for the snapshots of readers, and the longest that new snapshots wait for the tables. */
const STATEMENT_TIMEOUT_MS = 60_000;

/**
 * Replaces the live tables by those that were built beside them, in one transaction. It waits for the snapshots of readers,
 * each of which has read the tip; later snapshots find the new tables. The new term is greater than the old one, so that a
 * projector of the old tables must read the new tip before it writes.
 *
 * @param others further servers of the database, whose terms the new one exceeds too.
 */
export async function replaceLive(
  address: DatabaseAddress,
  others: readonly DatabaseAddress[] = [],
): Promise<void> {
  const standings = await Promise.all(
    others.map((other) => readStanding(other, LIVE_SCHEMA).catch(() => null)),
  );
  const terms = [0, ...standings.map((standing) => standing?.tip?.term ?? 0)];
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
    await client.query(`UPDATE ${NEXT_SCHEMA}.tip SET term = greatest(term, ${Math.max(...terms)}) + 1`);
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
