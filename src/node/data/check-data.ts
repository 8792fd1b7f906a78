import type { DataFindings } from "./data-fault.js";
import { withDerivedChain, type DeriveOptions } from "./derived-chain.js";
import type { ReadableChain } from "./stored-chain.js";

/**
 * Checks a stored chain: the database file, every block with its signatures, and every row that follows from the
 * blocks. The derived data are in a temporary database within the directory, which needs as much space again. Returns
 * null when everything is right.
 */
export async function checkData(
  stored: ReadableChain,
  directory: string,
  options: DeriveOptions,
): Promise<DataFindings | null> {
  return withDerivedChain(stored, directory, options, async ({ findings }) => findings);
}
