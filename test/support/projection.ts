import { projectedNetwork } from "../../src/readers/projection/projected-network.js";
import type { Database } from "../../src/readers/reader/databases.js";
import { Projector, type ProjectorOptions } from "../../src/readers/projector/projector.js";
import { storeSource } from "../../src/readers/projector/source.js";
import { readDatabaseAddress } from "../../src/store/postgres/address.js";
import { openPostgresStore, type PostgresStoreOptions } from "../../src/store/postgres/open.js";
import { LIVE_SCHEMA } from "../../src/store/postgres/schema.js";
import type { Writer } from "./reader-pair.js";

/** A projector that follows the chain of a writing node. */
export interface RunningProjection {
  readonly projector: Projector;
  stop(): Promise<void>;
}

/** Copies the chain of a node into the databases at these addresses, and follows it. */
export async function startProjection(
  { store, node, definition }: Pick<Writer, "store" | "node" | "definition">,
  urls: readonly string[],
  options: Partial<ProjectorOptions> = {},
): Promise<RunningProjection> {
  const projector = new Projector({
    source: storeSource(store, (tell) => node.onBlock(tell)),
    ...projectedNetwork(definition),
    addresses: urls.map((url) => readDatabaseAddress(url)),
    schema: LIVE_SCHEMA,
    ...options,
  });
  const ended = new AbortController();
  await projector.run(ended.signal, { once: true });
  const running = projector.run(ended.signal);
  return {
    projector,
    async stop() {
      ended.abort();
      await running;
    },
  };
}

/** A database as a reader opens it. */
export function postgresDatabase(
  url: string,
  settings: Pick<PostgresStoreOptions, "connections" | "statementTimeoutMs"> = {},
): Database {
  const address = readDatabaseAddress(url);
  return {
    name: address.name,
    open: (network) => openPostgresStore({ address, ...settings, ...(network === null ? {} : { network }) }),
  };
}
