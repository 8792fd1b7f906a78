/** A full block's rows at once would hold up the loop for as long as their text takes to be made and handed over. */
const ROWS_A_STATEMENT = 512;
/** The same of rows that are long: some hundred thousand characters of text, or a cell of the longest value. */
const WEIGHT_A_STATEMENT = 32_768;

/**
 * Writes rows so many a statement, one after the other; other work comes in between. Says where each batch begins.
 *
 * @param weigh how heavy a row is, as `weightUpTo` weighs values; nothing when no row is long.
 */
export async function inBatches<T>(
  rows: readonly T[],
  write: (batch: readonly T[], start: number) => Promise<void>,
  weigh: (row: T) => number = () => 0,
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

/** What is worth weighing of one row. */
export const HEAVY_ROW = WEIGHT_A_STATEMENT;
