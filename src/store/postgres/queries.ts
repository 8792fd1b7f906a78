export type PostgresParameter = string | number | boolean | Buffer | null;

/** Runs SQL on any connection of a pool, on one connection, or in a transaction on it. */
export interface Queries {
  /** Returns all rows of a query. The statement stays prepared on its connection for the next call with the same text. */
  all<R extends object>(sql: string, ...parameters: readonly PostgresParameter[]): Promise<R[]>;
  /** Returns the first row of a query; null for no rows. */
  first<R extends object>(sql: string, ...parameters: readonly PostgresParameter[]): Promise<R | null>;
  /** Runs a statement and returns how many rows it changed. */
  run(sql: string, ...parameters: readonly PostgresParameter[]): Promise<number>;
}
