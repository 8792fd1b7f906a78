import { findDamage } from "../../store/sqlite/integrity.js";
import type { DataFault } from "./data-fault.js";
import { withDerivedChain, type DeriveOptions, type StoredChain } from "./derived-chain.js";

/**
 * Checks a stored chain against itself: the database file, every block with its signatures, and every row that follows
 * from the blocks. What is derived stands meanwhile in a database of its own within the directory, which needs as much
 * room again. Answers the first fault.
 */
export async function checkData(
  stored: StoredChain,
  directory: string,
  options: DeriveOptions,
): Promise<DataFault | null> {
  const damage = await findDamage(stored.file);
  // Whether the blocks can be read shows when they are derived from.
  if (damage !== null) return { reason: damage.reason, place: { file: stored.file }, isDerivable: true };
  return withDerivedChain(stored, directory, options, async ({ fault }) => fault);
}
