import { canonicalJson } from "../../src/codec/canonical-json.js";
import type { DatabaseAddress } from "../../src/store/postgres/address.js";
import type { BlockRows } from "../../src/store/postgres/rows.js";
import { openPostgresStore } from "../../src/store/postgres/open.js";
import { PostgresWriter } from "../../src/store/postgres/postgres-writer.js";
import { LIVE_SCHEMA } from "../../src/store/postgres/schema.js";
import type { BlockBatch, MainBlockCommit, Store } from "../../src/store/store.js";

/** Makes the tables of a projection, without blocks. */
export async function createProjection(address: DatabaseAddress, network: string): Promise<void> {
  await (await PostgresWriter.open({ address, network, schema: LIVE_SCHEMA })).close();
}

/** Opens the store on PostgreSQL with the methods that write, which only a projector has otherwise. */
export async function openWritablePostgres(address: DatabaseAddress, network: string): Promise<Store> {
  const writer = await PostgresWriter.open({ address, network, schema: LIVE_SCHEMA });
  const store = await openPostgresStore({ address, network });
  const closeReader = store.close.bind(store);
  const commitBatch = ({ main, resource }: BlockBatch): Promise<void> =>
    writer.commit({ main: main.map(rowsOf), resource });
  const writes: Omit<Store, keyof typeof store> & Pick<Store, "close"> = {
    commitBatch,
    commitMainBlock: (commit) => commitBatch({ main: [commit], resource: [] }),
    commitResourceBlock: (block) => commitBatch({ main: [], resource: [block] }),
    undoMainBlock: (height) => writer.undoMainBlock(height),
    undoResourceBlock: (height) => writer.undoResourceBlock(height),
    writeMeta: (name, value) => writer.commit({ main: [], resource: [], notes: new Map([[name, value]]) }),
    async close() {
      await writer.close();
      await closeReader();
    },
  };
  return Object.assign(store, writes);
}

function rowsOf({ block, transactions, codeKeys, ...writes }: MainBlockCommit): BlockRows {
  const cells = (["universal", "local"] as const).flatMap((kind) =>
    writes[kind].map(({ key, value }) => ({
      kind,
      key,
      value: value === null ? null : canonicalJson(value),
    })),
  );
  return { block, transactions, codeKeys, cells };
}
