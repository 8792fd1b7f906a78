/** A full block's rows at once would hold up the loop for as long as their text takes to be made and handed over. */
const ROWS_A_STATEMENT = 512;

/** Writes rows so many a statement, one after the other; other work comes in between. Says where each batch begins. */
export async function inBatches<T>(
  rows: readonly T[],
  write: (batch: readonly T[], start: number) => Promise<void>,
): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_A_STATEMENT) {
    await write(rows.slice(start, start + ROWS_A_STATEMENT), start);
  }
}
