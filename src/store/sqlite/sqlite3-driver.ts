import type { Database, Statement as Prepared } from "sqlite3";
import { type ChainError, messageOf } from "../../codec/chain-error.js";
import { sqliteFailure } from "./sqlite-failure.js";
import {
  isLong,
  lengthOf,
  sqliteName,
  type Driver,
  type DriverMode,
  type SqlParameter,
  type BoundStatement,
} from "./driver.js";
import * as errors from "../errors.js";

/** The driver over the package `sqlite3`, which works in threads of its own. Throws `DATABASE_BINDING`. */
export async function loadSqlite3Driver(): Promise<(file: string, mode: DriverMode) => Promise<Driver>> {
  const { Database, OPEN_CREATE, OPEN_READONLY, OPEN_READWRITE, OPEN_URI } = await loadBinding();
  const flags: Readonly<Record<DriverMode, number>> = {
    "read-write": OPEN_READWRITE | OPEN_CREATE,
    "read-only": OPEN_READONLY,
    immutable: OPEN_READONLY | OPEN_URI,
  };
  return async (file, mode) => {
    const name = sqliteName(file, mode);
    const database = await made(file, (done) => new Database(name, flags[mode], done));
    return sqlite3Driver(database, file);
  };
}

function sqlite3Driver(database: Database, file: string): Driver {
  const prepared = new Map<string, Prepared>();

  async function prepare(sql: string): Promise<Prepared> {
    const kept = prepared.get(sql);
    if (kept !== undefined) return kept;
    const statement = await made(file, (done) => database.prepare(sql, done));
    prepared.set(sql, statement);
    return statement;
  }

  async function runOne(statement: BoundStatement): Promise<void> {
    const { sql, parameters } = statement;
    if (isLong(statement)) return answered<void>(file, (done) => database.run(sql, parameters, done));
    const kept = await prepare(sql);
    return answered<void>(file, (done) => kept.run(parameters, done));
  }

  const script = (sql: string): Promise<void> => answered<void>(file, (done) => database.exec(sql, done));

  return {
    async all<R extends object>(sql: string, parameters: readonly SqlParameter[]) {
      const statement = await prepare(sql);
      return answered<R[]>(file, (done) => statement.all<R>(parameters, done));
    },
    /**
     * The binding runs one statement with parameters a call, and a script of any length. Each call waits for a turn of
     * the event loop, so several statements become scripts. A long one is bound: copies of its text would fill the
     * memory.
     */
    async run(statements) {
      let scripted: string[] = [];
      const runScript = async (): Promise<void> => {
        if (scripted.length > 0) await script(scripted.join(";\n"));
        scripted = [];
      };
      for (const statement of statements) {
        if (statements.length > 1 && hasLiterals(statement)) scripted.push(withLiterals(statement));
        else {
          await runScript();
          await runOne(statement);
        }
      }
      await runScript();
    },
    script,
    interrupt: () => database.interrupt(),
    async close() {
      for (const statement of prepared.values()) statement.finalize();
      prepared.clear();
      await answered<void>(file, (done) => database.close(done));
    },
  };
}

/** Characters of a statement in a script, at most. Quoting takes some ten times the memory of a text of quotes. */
const MAX_SCRIPTED = 1024 * 1024;

/** Whether a statement can be part of a script. A script ends at a NUL, and only integers are exact as text. */
function hasLiterals(statement: BoundStatement): boolean {
  if (lengthOf(statement) > MAX_SCRIPTED) return false;
  return statement.parameters.every((parameter) =>
    typeof parameter === "string"
      ? !parameter.includes("\0")
      : parameter === null || Number.isSafeInteger(parameter),
  );
}

/** The text of a statement with its parameters. The store's SQL has a question mark for parameters only. */
function withLiterals({ sql, parameters }: BoundStatement): string {
  let next = 0;
  return sql.replaceAll(/\?([0-9]*)/g, (_, number: string) => {
    next = number === "" ? next + 1 : Number(number);
    const parameter = parameters[next - 1] ?? null;
    return typeof parameter === "string" ? `'${parameter.replaceAll("'", "''")}'` : String(parameter);
  });
}

/** What the binding passes to the callback of a call. */
function answered<T>(
  file: string,
  call: (done: (error: Error | null, answer: T) => void) => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    call((error, answer) => {
      if (error === null) resolve(answer);
      else reject(failure(file, error));
    });
  });
}

/** The result of a call, once its callback reports that it is ready. */
async function made<T>(file: string, call: (done: (error: Error | null) => void) => T): Promise<T> {
  return new Promise((resolve, reject) => {
    const thing = call((error) => {
      if (error === null) resolve(thing);
      else reject(failure(file, error));
    });
  });
}

/** The code of a failure of the binding is SQLite's own name, such as `SQLITE_FULL`. */
function failure(file: string, error: Error & { readonly code?: string }): ChainError {
  return sqliteFailure(file, error, error.code ?? "SQLITE_ERROR");
}

async function loadBinding() {
  try {
    return (await import("sqlite3")).default;
  } catch (cause) {
    const [reason = ""] = messageOf(cause).split(/\. Tried:|\n/, 1);
    throw errors.databaseBinding({ reason }, { cause });
  }
}
