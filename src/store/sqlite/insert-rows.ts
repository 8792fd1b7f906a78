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
