import { ChainError } from "../codec/chain-error.js";

/** What SQLite says of pages, or of a schema, that it cannot read. */
const DAMAGE: ReadonlySet<string> = new Set(["DATABASE_CORRUPT", "DATABASE_ERROR"]);

/** Whether an error says that a database is damaged, and not that the disk is full or has failed. */
export function isDamage(error: unknown): boolean {
  return error instanceof ChainError && DAMAGE.has(error.code);
}

/** What work on a database answers; null when it meets damage. */
export async function unlessDamaged<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (isDamage(error)) return null;
    throw error;
  }
}
