import type { Statements } from "./connection.js";
import type { SqlParameter } from "./driver.js";

export interface NewRows {
  readonly columns: readonly string[];
  /** The values of each row, in the order of the columns. */
  readonly rows: readonly (readonly SqlParameter[])[];
}

/** A power of two. */
const MOST_ROWS = 64;

/**
 * Inserts many rows with each statement: this number, or half, or a quarter of it, and so on, so that a few statements,
 * which stay prepared, serve every number of rows.
 */
export async function insertRows(db: Statements, table: string, { columns, rows }: NewRows): Promise<void> {
  const row = `(${columns.map(() => "?").join(", ")})`;
  for (let start = 0, size = MOST_ROWS; start < rows.length; start += size) {
    while (size > rows.length - start) size /= 2;
    const values = Array.from({ length: size }, () => row).join(", ");
    await db.run(
      `INSERT INTO ${table} (${columns.join(", ")}) VALUES ${values}`,
      ...rows.slice(start, start + size).flat(),
    );
  }
}

/** Making and sending the text of a full block's rows at once would hold up the event loop. */
const ROWS_A_STATEMENT = 512;
/** The limit for long rows: some hundred thousand characters of text, or a cell of the longest value. */
const WEIGHT_A_STATEMENT = 32_768;

/**
 * Writes rows, a limited number in each statement, one statement after the other; other work can run in between.
 * Reports where each batch begins.
 *
 * @param weigh the weight of a row, as `weightUpTo` weighs values.
 */
export async function writeInBatches<T>(
  rows: readonly T[],
  write: (batch: readonly T[], start: number) => Promise<void>,
  weigh: (row: T) => number,
): Promise<void> {
  for (let start = 0; start < rows.length;) {
    const batch: T[] = [];
    for (let weight = 0; weight < WEIGHT_A_STATEMENT && batch.length < ROWS_A_STATEMENT;) {
      const row = rows[start + batch.length];
      if (row === undefined) break;
      batch.push(row);
      weight += weigh(row);
    }
    await write(batch, start);
    start += batch.length;
  }
}

/** The part of a row that is worth weighing. */
export const HEAVY_ROW = WEIGHT_A_STATEMENT;
