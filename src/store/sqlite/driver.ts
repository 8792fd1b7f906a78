import type { Database, Statement } from "sqlite3";
import { type ChainError, messageOf } from "../../codec/chain-error.js";
import * as errors from "../errors.js";

/**
 * The one file that knows the `sqlite3` package. Another binding can take its place by implementing `Driver` and
 * `openDriver`; all SQL, and the order of the calls, are elsewhere.
 */

export type SqlParameter = string | number | null;

/** A database as a binding offers it. Every failure is a `ChainError` of kind "local" with a code `DATABASE_…`. */
export interface Driver {
  /** Returns all rows of a query. The statement stays prepared for the next call with the same text. */
  all<R extends object>(sql: string, parameters: readonly SqlParameter[]): Promise<R[]>;
  /**
   * Runs a statement. One with long parameters (perhaps a whole block) is freed, so that they do not stay in memory.
   */
  run(sql: string, parameters: readonly SqlParameter[]): Promise<void>;
  /** Several statements without parameters. */
  script(sql: string): Promise<void>;
  /** Makes calls under way fail with `DATABASE_FAILED`. */
  interrupt(): void;
  close(): Promise<void>;
}

export type OpenMode = "read-write" | "read-only";

/** Opens a database file (`:memory:` for none); a missing file is created unless the mode is read-only. */
export async function openDriver(file: string, mode: OpenMode): Promise<Driver> {
  const { Database, OPEN_CREATE, OPEN_READONLY, OPEN_READWRITE } = await loadBinding();
  const flags = mode === "read-only" ? OPEN_READONLY : OPEN_READWRITE | OPEN_CREATE;
  const database = await made(file, (done) => new Database(file, flags, done));
  return new Sqlite3Driver(database, file);
}

/** How many characters of text may stay bound to a statement that is kept: those of a small block. */
const MAX_KEPT_LENGTH = 64 * 1024;

class Sqlite3Driver implements Driver {
  readonly #database: Database;
  readonly #file: string;
  readonly #prepared = new Map<string, Statement>();

  constructor(database: Database, file: string) {
    this.#database = database;
    this.#file = file;
  }

  async all<R extends object>(sql: string, parameters: readonly SqlParameter[]): Promise<R[]> {
    const statement = await this.#prepare(sql);
    return answered<R[]>(this.#file, (done) => statement.all<R>(parameters, done));
  }

  async run(sql: string, parameters: readonly SqlParameter[]): Promise<void> {
    if (lengthOf(parameters) > MAX_KEPT_LENGTH) {
      return answered<void>(this.#file, (done) => this.#database.run(sql, parameters, done));
    }
    const statement = await this.#prepare(sql);
    return answered<void>(this.#file, (done) => statement.run(parameters, done));
  }

  async #prepare(sql: string): Promise<Statement> {
    const kept = this.#prepared.get(sql);
    if (kept !== undefined) return kept;
    const statement = await made(this.#file, (done) => this.#database.prepare(sql, done));
    this.#prepared.set(sql, statement);
    return statement;
  }

  script(sql: string): Promise<void> {
    return answered<void>(this.#file, (done) => this.#database.exec(sql, done));
  }

  interrupt(): void {
    this.#database.interrupt();
  }

  async close(): Promise<void> {
    for (const statement of this.#prepared.values()) statement.finalize();
    this.#prepared.clear();
    await answered<void>(this.#file, (done) => this.#database.close(done));
  }
}

function lengthOf(parameters: readonly SqlParameter[]): number {
  return parameters.reduce<number>(
    (sum, parameter) => sum + (typeof parameter === "string" ? parameter.length : 0),
    0,
  );
}

/** What the binding passes to the callback of a call. */
function answered<T>(
  file: string,
  call: (done: (error: Error | null, answer: T) => void) => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    call((error, answer) => {
      if (error === null) resolve(answer);
      else reject(databaseError(file, error));
    });
  });
}

/** The result of a call, once its callback reports that it is ready. */
async function made<T>(file: string, call: (done: (error: Error | null) => void) => T): Promise<T> {
  return new Promise((resolve, reject) => {
    const thing = call((error) => {
      if (error === null) resolve(thing);
      else reject(databaseError(file, error));
    });
  });
}

/** The errors of the catalogue by SQLite's own name, such as `SQLITE_FULL` for `DATABASE_FULL`. */
const OF_SQLITE: ReadonlyMap<string, typeof errors.databaseFailed> = new Map([
  ["SQLITE_CORRUPT", errors.databaseCorrupt],
  ["SQLITE_ERROR", errors.databaseError],
  ["SQLITE_FULL", errors.databaseFull],
  ["SQLITE_CANTOPEN", errors.databaseCantopen],
  ["SQLITE_READONLY", errors.databaseReadonly],
  ["SQLITE_IOERR", errors.databaseIoerr],
  ["SQLITE_NOTADB", errors.databaseNotadb],
  ["SQLITE_BUSY", errors.databaseBusy],
]);

function databaseError(file: string, error: Error & { readonly code?: string }): ChainError {
  const raise = OF_SQLITE.get(error.code ?? "SQLITE_ERROR") ?? errors.databaseFailed;
  return raise({ file, reason: error.message }, { cause: error });
}

/**
 * Loaded when the first database is opened: commands that need no database neither wait for the binding nor fail
 * without it.
 */
async function loadBinding() {
  try {
    return (await import("sqlite3")).default;
  } catch (cause) {
    const [reason = ""] = messageOf(cause).split("\n", 1);
    throw errors.databaseBinding({ reason }, { cause });
  }
}
