import { existsSync } from "node:fs";
import { isBuiltin } from "node:module";
import { isOnReadOnlyMount } from "./read-only-mount.js";
import { ChainError } from "../../codec/chain-error.js";
import type { Driver, DriverMode, OpenMode } from "./driver.js";
import * as errors from "../errors.js";

export type SqliteDriver = "sqlite3" | "node";

export interface DriverChoice {
  /** Left out: sqlite3, and Node's own SQLite where sqlite3 cannot be loaded. */
  readonly driver?: SqliteDriver | undefined;
  /** Called with what the user should know: that another binding is used. */
  readonly onNews?: (news: string) => void;
}

/**
 * One binding serves the whole process: locks of files belong to the process, and two copies of SQLite that open the
 * same file would release each other's.
 */
let choice: DriverChoice = {};
let opening: Promise<OpenDatabase> | null = null;

type OpenDatabase = (file: string, mode: DriverMode) => Promise<Driver>;

/** Chooses the binding of this process. Has no effect once a database has been opened. */
export function chooseSqliteDriver(wanted: DriverChoice): void {
  choice = wanted;
}

/** Opens a database file (`:memory:` for none); a missing file is created unless the mode is read-only. */
export async function openDriver(file: string, mode: OpenMode): Promise<Driver> {
  opening ??= loadDriver(choice);
  try {
    const openDatabase = await opening;
    const isImmutable = mode === "read-only" && !hasLog(file) && (await isOnReadOnlyMount(file));
    return await openDatabase(file, isImmutable ? "immutable" : mode);
  } catch (error) {
    if (error instanceof ChainError && error.code === errors.databaseBinding.code) opening = null;
    throw error;
  }
}

/**
 * Whether a database has a log, which only its own process removes: then it may be open elsewhere, or the log holds
 * blocks. SQLite reads it with the index beside it, which it does not need to write.
 */
function hasLog(file: string): boolean {
  return existsSync(`${file}-wal`);
}

/**
 * A binding is loaded when the first database is opened: commands that need no database neither wait for it nor fail
 * without it.
 */
async function loadDriver({ driver, onNews }: DriverChoice): Promise<OpenDatabase> {
  if (driver === "node") return loadNodeDriver();
  try {
    const { loadSqlite3Driver } = await import("./sqlite3-driver.js");
    return await loadSqlite3Driver();
  } catch (error) {
    if (driver === "sqlite3" || !isBuiltin("node:sqlite") || !(error instanceof ChainError)) throw error;
    onNews?.(`${error.message.trim()} Node's own SQLite is used.`);
    return loadNodeDriver();
  }
}

async function loadNodeDriver(): Promise<OpenDatabase> {
  if (!isBuiltin("node:sqlite")) throw errors.databaseNode({ version: process.versions.node });
  return (await import("./node-driver.js")).openNodeDriver;
}
