import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

/** What the store needs of a binding of SQLite. All SQL, and the order of the calls, are elsewhere. */

export type SqlParameter = string | number | null;

/** A statement that returns no rows, with its parameters. */
export interface BoundStatement {
  readonly sql: string;
  readonly parameters: readonly SqlParameter[];
}

/** A database as a binding offers it. Every failure is a `ChainError` of kind "local" with a code `DATABASE_…`. */
export interface Driver {
  /** Returns all rows of a query. The statement stays prepared for the next call with the same text. */
  all<R extends object>(sql: string, parameters: readonly SqlParameter[]): Promise<R[]>;
  /**
   * Runs statements in their order, as one call, up to the first that fails. One with long parameters (perhaps a whole
   * block) is freed, so that they do not stay in memory.
   */
  run(statements: readonly BoundStatement[]): Promise<void>;
  /** Several statements without parameters. */
  script(sql: string): Promise<void>;
  /** Makes calls under way fail with `DATABASE_FAILED`. */
  interrupt(): void;
  close(): Promise<void>;
}

export type OpenMode = "read-write" | "read-only";

/** How a binding opens a file: "immutable" reads a database that SQLite could only read if it could write beside it. */
export type DriverMode = OpenMode | "immutable";

export function sqliteName(file: string, mode: DriverMode): string {
  return mode === "immutable" ? `${pathToFileURL(resolve(file)).href}?immutable=1` : file;
}

/** How many characters of text may stay bound to a statement that is kept: those of a small block. */
const MAX_KEPT_LENGTH = 64 * 1024;

/** Whether a statement with these parameters should not be kept: they would stay in memory. */
export function isLong(statement: BoundStatement): boolean {
  return lengthOf(statement) > MAX_KEPT_LENGTH;
}

/** Characters of the text of a statement and its parameters. */
export function lengthOf({ sql, parameters }: BoundStatement): number {
  return parameters.reduce<number>(
    (sum, parameter) => sum + (typeof parameter === "string" ? parameter.length : 0),
    sql.length,
  );
}
