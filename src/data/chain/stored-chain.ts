import { stat } from "node:fs/promises";
import type { NetworkDefinition } from "../../records/network.js";
import { lockDataDirectory } from "../../store/lock.js";
import { unlessDamaged } from "../../store/damage.js";
import { assertCurrent, openSqliteStore } from "../../store/sqlite/open.js";
import { isOnReadOnlyMount } from "../../store/sqlite/read-only-mount.js";
import { openSalvage, type Salvage } from "../../store/sqlite/salvage.js";
import { readDefinition, type DataDirectory } from "../directory/data-directory.js";
import { assertChain, networkIdentity } from "../directory/open-store.js";
import { unlessMissing } from "../../base/files/private-directory.js";

/** A chain as it is stored, which may be damaged. */
export interface ReadableChain {
  readonly salvage: Salvage;
  readonly file: string;
  readonly definition: NetworkDefinition;
  /** The directory whose notes name blocks that the database may lack. Left out for a database by itself. */
  readonly directory?: DataDirectory;
}

interface StoredChain extends ReadableChain {
  /** Whether the data directory is on a read-only mount. */
  readonly isReadOnly: boolean;
  /** Closes the database but keeps the directory locked. A second call does nothing. */
  closeDatabase(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the chain of a data directory whose node does not run, as far as it can be read. On a read-only mount, where no
 * node can run, it is opened without a lock and as it is, if `isToRead`. Throws why the directory
 * cannot be used, or an error such as `DATABASE_NOTADB` when the file is not a database.
 */
export async function openStoredChain(
  directory: DataDirectory,
  { isToRead = false }: { readonly isToRead?: boolean } = {},
): Promise<StoredChain> {
  const definition = await readDefinition(directory);
  const file = directory.databaseFile;
  const isReadOnly = isToRead && (await isOnReadOnlyMount(file));
  const lock = isReadOnly ? null : await lockDataDirectory(directory.path);
  try {
    if (isReadOnly) assertChain(directory);
    else if (await isEmpty(file))
      await (await openSqliteStore({ file, network: networkIdentity(definition) })).close();
    // A damaged database is read as far as it goes.
    if (isReadOnly) await unlessDamaged(() => assertCurrent(file));
    const salvage = await openSalvage(file);
    let closing: Promise<void> | null = null;
    const closeDatabase = (): Promise<void> => (closing ??= salvage.close());
    return {
      salvage,
      file,
      definition,
      directory,
      isReadOnly,
      closeDatabase,
      async close() {
        await closeDatabase();
        await lock?.release();
      },
    };
  } catch (error) {
    await lock?.release();
    throw error;
  }
}

/** Whether there is no database yet. SQLite treats an empty file as a new database. */
async function isEmpty(file: string): Promise<boolean> {
  return ((await unlessMissing(stat(file)))?.size ?? 0) === 0;
}
