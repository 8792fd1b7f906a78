import { ChainError } from "../codec/chain-error.js";
import * as errors from "./errors.js";

/** SQLite's errors for pages, or a schema, that it cannot read. */
const DAMAGE: ReadonlySet<string> = new Set([errors.databaseCorrupt.code, errors.databaseError.code]);

/** Whether an error means that a database is damaged, rather than that the disk is full or failing. */
export function isDamage(error: unknown): boolean {
  return error instanceof ChainError && DAMAGE.has(error.code);
}

/** Returns the result of work on a database; null when it meets damage. */
export async function unlessDamaged<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (isDamage(error)) return null;
    throw error;
  }
}
