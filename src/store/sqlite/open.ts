import type { EndListener, Store } from "../store.js";
import { openConnection, type DatabaseConnection } from "./connection.js";
import { openDriver } from "./open-driver.js";
import type { OpenMode } from "./driver.js";
import { readMeta, writeMeta, assertSchema, prepareSchema, RETURNING_PAGES } from "./schema.js";
import { sqliteStore } from "./sqlite-store.js";
import * as errors from "../errors.js";

/** A file name that names no file: a store that lives as long as it is open, for simulations and tests. */
export const IN_MEMORY = ":memory:";

export interface SqliteStoreOptions {
  /** The database file, or `IN_MEMORY`. Its directory must exist. */
  readonly file: string;
  /** The network's identity: noted in a new database and compared in an existing one. Not checked when left out. */
  readonly network?: string;
  /** Reads beside a running node; the database must exist. */
  readonly readOnly?: boolean;
  /** Informed of the last blocks of both chains. */
  readonly ends?: EndListener;
  /** For a database that is temporary: no commit waits for the disk. */
  readonly isDisposable?: boolean;
}

/** Readers of other processes may hold a page briefly while the log is checkpointed. */
const WAIT = "PRAGMA busy_timeout = 5000;";
/**
 * A commit is on disk when it returns. The log is checkpointed every 32 MB instead of every 4: a full block writes 5.
 */
const WRITING = `PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 8192;
  PRAGMA journal_size_limit = 67108864; PRAGMA cache_size = -16384; PRAGMA temp_store = MEMORY;`;
const NOT_WAITING = "PRAGMA synchronous = OFF;";
const READING = "PRAGMA cache_size = -8192;";

/**
 * Opens the store of one network. Throws `DATABASE_…`, kind "local": the binding is missing, the database is not
 * chainnode's, its schema or its network differs, or SQLite reports an error.
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  if (options.readOnly === true) return sqliteStore(await openReader(options), null);
  const writer = await openWriter(options);
  if (options.file === IN_MEMORY) return sqliteStore(writer, writer, options.ends);
  return orClose(writer, async () => sqliteStore(await openReader(options), writer, options.ends));
}

/** Throws `DATABASE_SCHEMA` unless this chainnode reads the database. */
export async function assertCurrent(file: string): Promise<void> {
  await (await openReader({ file })).close();
}

async function openWriter({ file, network, isDisposable }: SqliteStoreOptions): Promise<DatabaseConnection> {
  const connection = await openConnection(file, "read-write");
  return orClose(connection, async () => {
    await connection.script(WAIT);
    await prepareSchema(connection, file);
    await connection.script(isDisposable === true ? WRITING + NOT_WAITING : WRITING);
    if (network !== undefined) {
      if ((await readMeta(connection, "network")) === null) await writeMeta(connection, "network", network);
      await assertNetwork(connection, file, network);
    }
    return connection;
  });
}

async function openReader({ file, network }: SqliteStoreOptions): Promise<DatabaseConnection> {
  const connection = await openConnection(file, "read-only");
  return orClose(connection, async () => {
    await connection.script(WAIT + READING);
    await assertSchema(connection, file);
    if (network !== undefined) await assertNetwork(connection, file, network);
    return connection;
  });
}

async function orClose<T>(connection: DatabaseConnection, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await connection.close();
    throw error;
  }
}

async function assertNetwork(connection: DatabaseConnection, file: string, network: string): Promise<void> {
  if ((await readMeta(connection, "network")) === network) return;
  throw errors.databaseNetwork({ file });
}

/**
 * Writes a database as it is at this moment into a new file, while another process may write to it. Throws the signal's
 * reason as soon as it is aborted; the new file is then incomplete.
 */
export function copyDatabase(file: string, newFile: string, signal: AbortSignal): Promise<void> {
  return copyInto({ file, mode: "read-only", newFile, signal });
}

/** The same for a database that no process has open: the copy can give its free pages back later (`prepareSchema`). */
export function compactDatabase(file: string, newFile: string, signal: AbortSignal): Promise<void> {
  return copyInto({ file, mode: "read-write", newFile, signal });
}

interface Copying {
  readonly file: string;
  readonly mode: OpenMode;
  readonly newFile: string;
  readonly signal: AbortSignal;
}

async function copyInto({ file, mode, newFile, signal }: Copying): Promise<void> {
  const driver = await openDriver(file, mode);
  const interrupt = (): void => driver.interrupt();
  signal.addEventListener("abort", interrupt, { once: true });
  try {
    signal.throwIfAborted();
    if (mode === "read-write") await driver.script(RETURNING_PAGES);
    await driver.run([{ sql: "VACUUM INTO ?", parameters: [newFile] }]);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener("abort", interrupt);
    await driver.close();
  }
}
