import { openDriver, type Driver, type OpenMode, type Parameter } from "./driver.js";

/** Where SQL may be sent: a connection, or a transaction on one. */
export interface Statements {
  /** All rows of a query that will be asked again. */
  all<R extends object>(sql: string, ...parameters: Parameter[]): Promise<R[]>;
  /** A statement without rows. */
  run(sql: string, ...parameters: Parameter[]): Promise<void>;
}

/** Opens a connection to a database file; see `openDriver`. */
export async function openConnection(file: string, mode: OpenMode): Promise<Connection> {
  return new Connection(await openDriver(file, mode), mode);
}

/**
 * A connection does one thing at a time, in the order it was asked: what is asked while a transaction is open waits
 * for its end, so nobody reads what may still be rolled back.
 */
export class Connection implements Statements {
  readonly #driver: Driver;
  readonly #begin: string;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(driver: Driver, mode: OpenMode) {
    this.#driver = driver;
    this.#begin = mode === "read-only" ? "BEGIN" : "BEGIN IMMEDIATE";
  }

  all<R extends object>(sql: string, ...parameters: Parameter[]): Promise<R[]> {
    return this.#inTurn(() => this.#driver.all<R>(sql, parameters));
  }

  run(sql: string, ...parameters: Parameter[]): Promise<void> {
    return this.#inTurn(() => this.#driver.run(sql, parameters));
  }

  /** Several statements without parameters. */
  script(sql: string): Promise<void> {
    return this.#inTurn(() => this.#driver.script(sql));
  }

  /** All or nothing when it writes, one moment of the database when it reads. The body sends its SQL to `inside` only. */
  transaction<T>(body: (inside: Statements) => Promise<T>): Promise<T> {
    const inside: Statements = {
      all: (sql, ...parameters) => this.#driver.all(sql, parameters),
      run: (sql, ...parameters) => this.#driver.run(sql, parameters),
    };
    return this.#inTurn(async () => {
      await this.#driver.script(this.#begin);
      try {
        const result = await body(inside);
        await this.#driver.script("COMMIT");
        return result;
      } catch (error) {
        // Fails when SQLite has rolled back by itself (a full disk, say); the first error is the one to hear of.
        await this.#driver.script("ROLLBACK").catch(() => undefined);
        throw error;
      }
    });
  }

  /** After everything asked before. An open transaction is rolled back. */
  close(): Promise<void> {
    return this.#inTurn(() => this.#driver.close());
  }

  #inTurn<T>(job: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(job);
    // Whoever asked hears of a failure; the next in turn has nothing to do with it.
    this.#turn = result.catch(() => undefined);
    return result;
  }
}
