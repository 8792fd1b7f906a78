import { rename, rm } from "node:fs/promises";
import { lockDataDirectory } from "../../store/lock.js";
import { NO_BLOCKS } from "../../store/store.js";
import { writeTipNote } from "../directory/tip-note.js";
import { unlessMissing } from "../../base/files/private-directory.js";
import { readDefinition, type DataDirectory } from "../directory/data-directory.js";

/** The suffixes of the files that SQLite keeps beside an open database. */
const COMPANIONS = ["-wal", "-shm", "-journal"] as const;

/**
 * Removes the chain, damaged or not, of a data directory whose node does not run. Keys, network, settings and the
 * signing memory stay. Throws `DATA_DIRECTORY_IN_USE` or `DATA_DIRECTORY_MISSING`.
 */
export async function resetData(directory: DataDirectory): Promise<void> {
  await readDefinition(directory);
  const lock = await lockDataDirectory(directory.path);
  try {
    // First, so that blocks removed on purpose do not count as lost, even when the process dies here.
    await writeTipNote(directory.tipFile, NO_BLOCKS);
    const removed = `${directory.databaseFile}.removed`;
    // Atomic: when the process dies, there is either the whole chain or none.
    await unlessMissing(rename(directory.databaseFile, removed));
    // A log without its database is harmless: SQLite removes one that a killed process leaves here.
    for (const companion of COMPANIONS) await rm(directory.databaseFile + companion, { force: true });
    await rm(removed, { force: true });
  } finally {
    await lock.release();
  }
}
