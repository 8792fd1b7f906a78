import type { MainBlockCommit } from "../store.js";
import type { StateKind } from "../../codec/state-key.js";

/**
 * Many rows in a few parameters: one text for each column, with a line for each row. The texts contain no line breaks: they
 * are hashes, hexadecimal digits, and canonical JSON, which escapes line breaks.
 */
export function column(values: readonly (string | number | null)[]): string {
  return values.map((value) => value ?? "").join("\n");
}

/** The SQL of a column in a parameter, as an array. An empty line is NULL. */
export function asArray(parameter: number, type: "text" | "bigint" | "smallint"): string {
  return `string_to_array($${parameter}, E'\\n', '')::${type}[]`;
}

/** Converts hexadecimal digits to a parameter for bytes; null for other texts, which no row has. */
export function hexParameter(text: string): string | null {
  return /^(?:[0-9a-f]{2})*$/i.test(text) ? text : null;
}

/** A statement with its parameters as PostgreSQL writes them. */
export function withDollars(sql: string): string {
  return sql.replaceAll(/\?(?=\d)/g, "$");
}

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

export interface BlockRows extends Pick<MainBlockCommit, "block" | "transactions" | "codeKeys"> {
  /** Each cell once. */
  readonly cells: readonly WrittenCell[];
}

export interface WrittenCell {
  readonly kind: StateKind;
  /** The state key as it was written. */
  readonly key: string;
  /** Canonical JSON; null where the block removed the cell. */
  readonly value: string | null;
}
