import type { Database, Statement } from "sqlite3";
import { ChainError, messageOf } from "../../codec/chain-error.js";

/**
 * The one file that knows the `sqlite3` package. Another binding takes its place by answering these two interfaces
 * and `openConnection`; all SQL stands elsewhere.
 */

export type Parameter = string | number | null;

/** Where SQL may be sent: a connection, or a transaction on one. */
export interface Statements {
  /** All rows of a query. The statement stays prepared for the next call with the same text. */
  all<R extends object>(sql: string, ...parameters: Parameter[]): Promise<R[]>;
  /** Runs a statement once and frees it, so that its parameters (a whole block, perhaps) do not stay in memory. */
  run(sql: string, ...parameters: Parameter[]): Promise<void>;
}

/**
 * A connection does one thing at a time, in the order it was asked: what is asked while a transaction is open waits
 * for its end, so nobody reads what may still be rolled back. Every failure is a `ChainError` of kind "local" with
 * the code `DATABASE_…`.
 */
export interface Connection extends Statements {
  /** Several statements without parameters. */
  script(sql: string): Promise<void>;
  /** All or nothing when it writes, one moment of the database when it reads. */
  transaction<T>(body: (inside: Statements) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export type OpenMode = "read-write" | "read-only";

/** Opens a database file (`:memory:` for none); a missing file is created unless the mode is read-only. */
export async function openConnection(file: string, mode: OpenMode): Promise<Connection> {
  const sqlite3 = await loadBinding();
  const flags = mode === "read-only" ? sqlite3.OPEN_READONLY : sqlite3.OPEN_READWRITE | sqlite3.OPEN_CREATE;
  const database = await new Promise<Database>((resolve, reject) => {
    const opened = new sqlite3.Database(file, flags, (error) => {
      if (error === null) resolve(opened);
      else reject(databaseError(error));
    });
  });
  return new SqliteConnection(database, mode);
}

class SqliteConnection implements Connection {
  readonly #database: Database;
  readonly #begin: string;
  readonly #prepared = new Map<string, Statement>();
  #last: Promise<unknown> = Promise.resolve();
  readonly #inside: Statements = {
    all: (sql, ...parameters) => this.#all(sql, parameters),
    run: (sql, ...parameters) => this.#run(sql, parameters),
  };

  constructor(database: Database, mode: OpenMode) {
    this.#database = database;
    this.#begin = mode === "read-only" ? "BEGIN" : "BEGIN IMMEDIATE";
  }

  all<R extends object>(sql: string, ...parameters: Parameter[]): Promise<R[]> {
    return this.#inTurn(() => this.#all<R>(sql, parameters));
  }

  run(sql: string, ...parameters: Parameter[]): Promise<void> {
    return this.#inTurn(() => this.#run(sql, parameters));
  }

  script(sql: string): Promise<void> {
    return this.#inTurn(() => settle<void>((done) => this.#database.exec(sql, done)));
  }

  transaction<T>(body: (inside: Statements) => Promise<T>): Promise<T> {
    return this.#inTurn(async () => {
      await this.#run(this.#begin, []);
      try {
        const result = await body(this.#inside);
        await this.#run("COMMIT", []);
        return result;
      } catch (error) {
        // SQLite may have rolled back by itself (a full disk, say); then this fails, and the first error is the one to hear of.
        await this.#run("ROLLBACK", []).catch(() => undefined);
        throw error;
      }
    });
  }

  close(): Promise<void> {
    return this.#inTurn(async () => {
      for (const statement of this.#prepared.values()) statement.finalize();
      this.#prepared.clear();
      await settle<void>((done) => this.#database.close(done));
    });
  }

  #inTurn<T>(job: () => Promise<T>): Promise<T> {
    const result = this.#last.then(job);
    this.#last = result.catch(() => undefined);
    return result;
  }

  async #all<R extends object>(sql: string, parameters: readonly Parameter[]): Promise<R[]> {
    const statement = this.#prepared.get(sql) ?? (await this.#prepare(sql));
    return settle<R[]>((done) => statement.all<R>(parameters, done));
  }

  async #prepare(sql: string): Promise<Statement> {
    const statement = await new Promise<Statement>((resolve, reject) => {
      const prepared = this.#database.prepare(sql, (error) => {
        if (error === null) resolve(prepared);
        else reject(databaseError(error));
      });
    });
    this.#prepared.set(sql, statement);
    return statement;
  }

  #run(sql: string, parameters: readonly Parameter[]): Promise<void> {
    return settle<void>((done) => this.#database.run(sql, parameters, done));
  }
}

/** A call of the binding as a promise. */
function settle<T>(call: (done: (error: Error | null, result: T) => void) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    call((error, result) => {
      if (error === null) resolve(result);
      else reject(databaseError(error));
    });
  });
}

/** SQLite's own name of what went wrong, `SQLITE_FULL`, becomes the code `DATABASE_FULL`. */
function databaseError(error: Error & { readonly code?: string }): ChainError {
  const code = (error.code ?? "SQLITE_ERROR").replace(/^SQLITE/, "DATABASE");
  return new ChainError(code, `The database failed: ${error.message}. `, { kind: "local", cause: error });
}

/** Loaded when the first database is opened: commands that need none neither wait for the binding nor fail without it. */
async function loadBinding() {
  try {
    return (await import("sqlite3")).default;
  } catch (cause) {
    throw new ChainError(
      "DATABASE_BINDING",
      `SQLite's native binding cannot be loaded: ${firstLine(cause)}. `,
      {
        kind: "local",
        advice: "Type `npm rebuild sqlite3` in the directory that chainnode is installed in. ",
        cause,
      },
    );
  }
}

function firstLine(error: unknown): string {
  return messageOf(error).split("\n", 1)[0] ?? "";
}
