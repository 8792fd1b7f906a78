import type { DataFindings } from "./data-fault.js";
import { withDerivedChain, type DeriveOptions } from "./derived-chain.js";
import type { ReadableChain } from "./stored-chain.js";

/**
 * Checks a stored chain against itself: the database file, every block with its signatures, and every row that follows
 * from the blocks. What is derived stands meanwhile in a database of its own within the directory, which needs as much
 * room again. Answers null when there is nothing to object to.
 */
export async function checkData(
  stored: ReadableChain,
  directory: string,
  options: DeriveOptions,
): Promise<DataFindings | null> {
  return withDerivedChain(stored, directory, options, async ({ findings }) => findings);
}
