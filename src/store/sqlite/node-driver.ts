import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { ChainError } from "../../codec/chain-error.js";
import { sqliteFailure } from "./sqlite-failure.js";
import {
  sqliteName,
  type Driver,
  type DriverMode,
  type SqlParameter,
  type BoundStatement,
} from "./driver.js";
import type { DatabaseAnswer, DatabaseCall } from "./node-worker.js";

/**
 * The driver over Node's own `node:sqlite`, which is synchronous: each database has a thread of its own, so that a
 * block that is written, or a copy of a large database, does not hold up the node.
 */
export async function openNodeDriver(file: string, mode: DriverMode): Promise<Driver> {
  const driver = new NodeDriver(file, mode);
  await driver.opened();
  return driver;
}

interface Pending {
  readonly resolve: (rows: readonly object[]) => void;
  readonly reject: (error: ChainError) => void;
}

/** SQLite's result for a call that was interrupted. */
const INTERRUPTED = 9;
/** The low byte of a result is its kind; the others say more about it. */
const KIND = 0xff;

class NodeDriver implements Driver {
  readonly #file: string;
  readonly #worker: Worker;
  readonly #pending: Pending[] = [];

  constructor(file: string, mode: DriverMode) {
    this.#file = file;
    this.#worker = new Worker(new URL("node-worker.js", import.meta.url), {
      workerData: { file: sqliteName(file, mode), readOnly: mode !== "read-write" },
      // Node 22 and 24 warn that the module is new.
      execArgv: ["--disable-warning=ExperimentalWarning"],
    });
    this.#worker.on("message", (answer: DatabaseAnswer) => this.#take(answer));
    this.#worker.on("error", (error) => this.#failAll(error, 0));
    this.#worker.on("exit", () => this.#failAll(new Error("the thread of the database ended"), 0));
  }

  async opened(): Promise<void> {
    try {
      await this.#answer();
    } catch (error) {
      await this.#worker.terminate();
      throw error;
    }
  }

  async all<R extends object>(sql: string, parameters: readonly SqlParameter[]): Promise<R[]> {
    return (await this.#call({ kind: "all", sql, parameters })) as R[];
  }

  async run(statements: readonly BoundStatement[]): Promise<void> {
    await this.#call({ kind: "run", statements });
  }

  async script(sql: string): Promise<void> {
    await this.#call({ kind: "script", sql });
  }

  /** The statement under way runs to its end in its thread; its caller does not wait for that. */
  interrupt(): void {
    this.#failAll(new Error("interrupted"), INTERRUPTED);
    void this.#worker.terminate();
  }

  async close(): Promise<void> {
    if (this.#worker.threadId < 0) return;
    const ended = once(this.#worker, "exit");
    await this.#call({ kind: "close" }).catch(() => undefined);
    this.#worker.ref();
    await ended;
  }

  #call(call: DatabaseCall): Promise<readonly object[]> {
    const answer = this.#answer();
    this.#worker.postMessage(call);
    return answer;
  }

  /** The next answer that is not yet waited for. The process does not end before it has arrived. */
  #answer(): Promise<readonly object[]> {
    this.#worker.ref();
    return new Promise((resolve, reject) => this.#pending.push({ resolve, reject }));
  }

  #take({ rows, failure }: DatabaseAnswer): void {
    const pending = this.#pending.shift();
    // An open database must not keep the process alive.
    if (this.#pending.length === 0) this.#worker.unref();
    if (failure === undefined) pending?.resolve(rows);
    else pending?.reject(sqliteFailure(this.#file, new Error(failure.message), failure.result & KIND));
  }

  #failAll(error: Error, result: number): void {
    for (const { reject } of this.#pending.splice(0)) reject(sqliteFailure(this.#file, error, result));
  }
}
