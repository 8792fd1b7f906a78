import { lengthOf, type Driver, type OpenMode, type SqlParameter, type BoundStatement } from "./driver.js";
import { openDriver } from "./open-driver.js";

/** Something that runs SQL: a connection, or a transaction on one. */
export interface Statements {
  all<R extends object>(sql: string, ...parameters: SqlParameter[]): Promise<R[]>;
  /** Returns the first row of a query that is used often; null for no rows. */
  first<R extends object>(sql: string, ...parameters: SqlParameter[]): Promise<R | null>;
  /** Runs a statement that returns no rows. */
  run(sql: string, ...parameters: SqlParameter[]): Promise<void>;
  /** Several statements without parameters. */
  script(sql: string): Promise<void>;
}

export async function openConnection(file: string, mode: OpenMode): Promise<DatabaseConnection> {
  return new DatabaseConnection(await openDriver(file, mode), mode);
}

/**
 * A connection does one thing at a time, in the order of the calls. Calls made while a transaction is open wait for its
 * end, so no reader sees data that may still be rolled back.
 */
export class DatabaseConnection implements Statements {
  readonly #driver: Driver;
  readonly #begin: string;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(driver: Driver, mode: OpenMode) {
    this.#driver = driver;
    this.#begin = mode === "read-only" ? "BEGIN" : "BEGIN IMMEDIATE";
  }

  all<R extends object>(sql: string, ...parameters: SqlParameter[]): Promise<R[]> {
    return this.#inTurn(() => this.#driver.all<R>(sql, parameters));
  }

  async first<R extends object>(sql: string, ...parameters: SqlParameter[]): Promise<R | null> {
    return (await this.all<R>(sql, ...parameters))[0] ?? null;
  }

  run(sql: string, ...parameters: SqlParameter[]): Promise<void> {
    return this.#inTurn(() => this.#driver.run([{ sql, parameters }]));
  }

  script(sql: string): Promise<void> {
    return this.#inTurn(() => this.#driver.script(sql));
  }

  /**
   * Runs a transaction: all or nothing when it writes, one snapshot of the database when it reads. The body must send
   * its SQL to `inside` only. A statement that returns no rows may run after its call has returned, so its failure is
   * that of a later call or of the transaction.
   */
  transaction<T>(body: (inside: Statements) => Promise<T>): Promise<T> {
    return this.#inTurn(async () => {
      const inside = new Transaction(this.#driver);
      try {
        await inside.run(this.#begin);
        const result = await body(inside);
        await inside.run("COMMIT");
        await inside.flush();
        return result;
      } catch (error) {
        // Fails when SQLite has already rolled back by itself (a full disk, say); the first error is the one to report.
        await this.#driver.script("ROLLBACK").catch(() => undefined);
        throw error;
      }
    });
  }

  /** Closes after all earlier calls. An open transaction is rolled back. */
  close(): Promise<void> {
    return this.#inTurn(() => this.#driver.close());
  }

  #inTurn<T>(job: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(job);
    // The caller receives the failure; the next call is not affected.
    this.#turn = result.catch(() => undefined);
    return result;
  }
}

/** Characters of statements that are sent together. Preparing more of them at once would hold up the event loop. */
const TOGETHER = 512 * 1024;

/** The statements of one transaction. Those that return no rows are sent together: a call takes longer than a row. */
class Transaction implements Statements {
  readonly #driver: Driver;
  #waiting: BoundStatement[] = [];
  #length = 0;

  constructor(driver: Driver) {
    this.#driver = driver;
  }

  async all<R extends object>(sql: string, ...parameters: SqlParameter[]): Promise<R[]> {
    await this.flush();
    return this.#driver.all<R>(sql, parameters);
  }

  async first<R extends object>(sql: string, ...parameters: SqlParameter[]): Promise<R | null> {
    return (await this.all<R>(sql, ...parameters))[0] ?? null;
  }

  async run(sql: string, ...parameters: SqlParameter[]): Promise<void> {
    const statement = { sql, parameters };
    this.#waiting.push(statement);
    this.#length += lengthOf(statement);
    if (this.#length >= TOGETHER) await this.flush();
  }

  async script(sql: string): Promise<void> {
    await this.flush();
    await this.#driver.script(sql);
  }

  async flush(): Promise<void> {
    const statements = this.#waiting;
    this.#waiting = [];
    this.#length = 0;
    if (statements.length > 0) await this.#driver.run(statements);
  }
}
