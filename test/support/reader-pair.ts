import { createClient } from "../../src/client/index.js";
import { readNodeAddress } from "../../src/client/node-address.js";
import type { Value } from "../../src/codec/value.js";
import type { Clock } from "../../src/base/clock/clock.js";
import { DEFINITION_NOTE, networkToToml } from "../../src/data/directory/network-file.js";
import { silentLog, type Log } from "../../src/base/log.js";
import { nodeMoments } from "../../src/api/moments.js";
import type { Node } from "../../src/node/node.js";
import { namedDevAccounts } from "../../src/data/dev-network.js";
import type { Database } from "../../src/readers/reader/databases.js";
import { openReader, type Reader } from "../../src/readers/reader/open-reader.js";
import { signTransaction } from "../../src/records/transaction.js";
import { passOn, PASSED_ON } from "../../src/rpc/pass-on.js";
import { createRpcServer, type RpcServer } from "../../src/rpc/server.js";
import { openSqliteStore } from "../../src/store/sqlite/open.js";
import type { Store } from "../../src/store/store.js";
import { startDevNode, type TestNode } from "./dev-node.js";
import { openTempStore, type TempStore } from "./temp-store.js";

function fail(error: unknown): never {
  throw error;
}

/** A busy machine opens a moment late. */
const PATIENCE_MS = 60_000;

/** A writing node with its server. */
export interface Writer extends TestNode {
  readonly url: string;
  /** The file of its store. */
  readonly file: string;
  readonly store: Store;
  /** Sends a contract call of a development account by its number, and waits for its block. */
  send(account: number, call: Readonly<Record<string, Value>>): Promise<string>;
  stop(): Promise<void>;
}

/**
 * Starts a development node on a file, whose server names the height of each answer.
 *
 * @param start starts the node, by default without a chain.
 * @param temp where its chain is, by default a file that is removed at its end.
 */
export async function startWriter(
  start = (store: Store): Promise<TestNode> => startDevNode({ store }),
  temp?: TempStore,
): Promise<Writer> {
  const kept = temp ?? (await openTempStore());
  const { store, file } = kept;
  const dev = await start(store);
  await store.writeMeta(DEFINITION_NOTE, networkToToml(dev.definition));
  const server = await serve(dev.node);
  const accounts = namedDevAccounts();
  return {
    ...dev,
    url: server.url,
    file,
    store,
    async send(account, call) {
      const { privateKey } = accounts[account] ?? fail(new RangeError("no such account"));
      const map = new Map<string, Value>([...Object.entries(call), ["timestamp", BigInt(dev.clock.nowUs())]]);
      const transaction = signTransaction(map, privateKey);
      await dev.run(dev.node.submit(transaction));
      await dev.run(dev.node.whenIncluded([transaction.hash]));
      return transaction.hash;
    },
    async stop() {
      await server.server.close(0);
      await dev.node.stop();
      await kept.remove().catch(() => undefined);
    },
  };
}

async function serve(node: Node): Promise<{ readonly server: RpcServer; readonly url: string }> {
  const server = createRpcServer({
    engine: nodeMoments(node, node),
    host: "127.0.0.1",
    port: 0,
    onError: fail,
  });
  const [url = ""] = await server.listen();
  return { server, url };
}

export interface ServedReader {
  readonly reader: Reader;
  readonly url: string;
  stop(): Promise<void>;
}

export interface ReaderChoices {
  readonly databases: readonly Database[];
  readonly writerUrl: string;
  readonly clock: Clock;
  readonly log?: Log;
  readonly maxLagSeconds?: number;
  readonly connections?: number;
  readonly patienceMs?: number;
}

/** Starts a reader with its server, as `chainnode reader` does. */
export async function startReader(choices: ReaderChoices): Promise<ServedReader> {
  const { writerUrl, log = silentLog, maxLagSeconds = 10, patienceMs = PATIENCE_MS, ...others } = choices;
  const writer = createClient({ url: writerUrl, retries: 0, timeoutMs: 2000 });
  const reader = await openReader({ ...others, patienceMs, writer, log, maxLagSeconds });
  const server = createRpcServer({
    engine: reader.moments,
    elsewhere: {
      operations: PASSED_ON,
      answer: passOn({ node: readNodeAddress(writerUrl), isPublic: true, onError: fail }),
    },
    host: "127.0.0.1",
    port: 0,
    onError: fail,
  });
  const [url = ""] = await server.listen();
  return {
    reader,
    url,
    async stop() {
      await server.close(0);
      await reader.close();
    },
  };
}

/** The file of a node's store as a database of readers. Its connections are few, as those of a server. */
export function sqliteDatabase(file: string, connections = 4): Database {
  return {
    name: "sqlite",
    async open() {
      const stores = await Promise.all(
        Array.from({ length: connections }, () => openSqliteStore({ file, readOnly: true })),
      );
      let next = 0;
      return {
        snapshot(body) {
          next = (next + 1) % stores.length;
          return (stores[next] ?? fail(new RangeError("no connection"))).snapshot(body);
        },
        async close() {
          await Promise.all(stores.map((store) => store.close()));
        },
      };
    },
  };
}
