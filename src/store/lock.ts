import { join } from "node:path";
import { ChainError } from "../codec/chain-error.js";
import { openConnection, type DatabaseConnection } from "./sqlite/connection.js";
import * as errors from "./errors.js";

/**
 * Held until released or until the process ends, however it ends. Keep a reference to it: a collected lock is released.
 */
export interface DataDirectoryLock {
  release(): Promise<void>;
}

export const LOCK_FILE = "lock.sqlite";

/** What SQLite says of a file that is no database. */
const DAMAGE: ReadonlySet<string> = new Set([errors.databaseNotadb.code, errors.databaseCorrupt.code]);

/** How long to wait for a process that is just ending. */
const WAIT_MS = 500;

/**
 * Locks a data directory for this process. The lock is an open write transaction on a database of its own: the
 * operating system holds it, so it cannot outlive its process, and the holder's pid can be read beside it.
 *
 * Throws `DATA_DIRECTORY_IN_USE`, kind "local", when another process holds it. The directory must exist.
 */
export async function lockDataDirectory(directory: string): Promise<DataDirectoryLock> {
  const connection = await openConnection(join(directory, LOCK_FILE), "read-write");
  try {
    await connection.script(`PRAGMA busy_timeout = ${WAIT_MS}`);
    await take(connection);
  } catch (error) {
    const isTaken = error instanceof ChainError && error.code === errors.databaseBusy.code;
    const reason = isTaken
      ? errors.dataDirectoryInUse({ directory, pid: await notedPid(connection) })
      : asLockError(error, directory);
    await connection.close();
    throw reason;
  }
  return { release: () => connection.close() };
}

/** The file of the lock holds nothing: what helps a damaged database does not help here. */
function asLockError(error: unknown, directory: string): unknown {
  const isDamaged = error instanceof ChainError && DAMAGE.has(error.code);
  return isDamaged ? errors.lockDamaged({ file: join(directory, LOCK_FILE) }, { cause: error }) : error;
}

/**
 * Ends with the transaction open and this process noted. The note must be committed first so that others can see it.
 */
async function take(connection: DatabaseConnection): Promise<void> {
  for (;;) {
    await connection.script("BEGIN IMMEDIATE");
    if ((await notedPid(connection)) === process.pid) return;
    await connection.script(`PRAGMA user_version = ${process.pid}; COMMIT`);
  }
}

async function notedPid(connection: DatabaseConnection): Promise<number> {
  const row = await connection.first<{ pid: number }>("SELECT user_version AS pid FROM pragma_user_version");
  return row?.pid ?? 0;
}
