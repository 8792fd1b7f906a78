/** The thread of one database that is opened with Node's own SQLite. It does one call after the other. */
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";
import { isLong, type SqlParameter, type BoundStatement } from "./driver.js";

export type DatabaseCall =
  | { readonly kind: "all"; readonly sql: string; readonly parameters: readonly SqlParameter[] }
  | { readonly kind: "run"; readonly statements: readonly BoundStatement[] }
  | { readonly kind: "script"; readonly sql: string }
  | { readonly kind: "close" };

export interface DatabaseAnswer {
  readonly rows: readonly object[];
  /** SQLite's extended result and message. */
  readonly failure?: { readonly result: number; readonly message: string };
}

const NUMBERED = /\?[0-9]/;

const port = parentPort;
if (port === null) throw new TypeError("The database worker runs as a worker thread only. ");

const prepared = new Map<string, StatementSync>();
let database: DatabaseSync | null = null;

function open(): void {
  const { file, readOnly } = workerData as { readonly file: string; readonly readOnly: boolean };
  // A damaged schema can only be read with writable_schema, which the defensive mode of later versions refuses.
  const options = { readOnly, enableForeignKeyConstraints: false, defensive: false };
  database = new DatabaseSync(file, options);
}

function execute(call: DatabaseCall): readonly object[] {
  if (database === null) throw new Error("the database is closed");
  switch (call.kind) {
    case "all":
      return statementOf(database, call.sql).all(...bound(call.sql, call.parameters)) as object[];
    case "run":
      for (const statement of call.statements) {
        const { sql, parameters } = statement;
        const prepared = isLong(statement) ? database.prepare(sql) : statementOf(database, sql);
        prepared.run(...bound(sql, parameters));
      }
      break;
    case "script":
      database.exec(call.sql);
      break;
    case "close":
      database.close();
      break;
  }
  return [];
}

function statementOf(open: DatabaseSync, sql: string): StatementSync {
  const kept = prepared.get(sql);
  if (kept !== undefined) return kept;
  const statement = open.prepare(sql);
  prepared.set(sql, statement);
  return statement;
}

/** Whole numbers are bound as integers: a `number` would be bound as a float. Numbered places count as names here. */
function bound(sql: string, parameters: readonly SqlParameter[]): readonly unknown[] {
  const values = parameters.map((value) => (Number.isSafeInteger(value) ? BigInt(value as number) : value));
  if (!NUMBERED.test(sql)) return values;
  return [Object.fromEntries(values.map((value, index) => [`?${index + 1}`, value]))];
}

function answer(work: () => readonly object[]): void {
  try {
    port?.postMessage({ rows: work() } satisfies DatabaseAnswer);
  } catch (error) {
    const { errcode: result = 0, message } = error as Error & { readonly errcode?: number };
    port?.postMessage({ rows: [], failure: { result, message } } satisfies DatabaseAnswer);
  }
}

answer(() => {
  open();
  return [];
});
port.on("message", (call: DatabaseCall) => {
  answer(() => execute(call));
  if (call.kind === "close") port.close();
});
