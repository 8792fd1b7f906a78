import { chmod, copyFile, cp, readdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { storedHeights, type ChainHeights } from "../../ledger/import/stored-chain.js";
import { openSqliteStore, copyDatabase } from "../../store/sqlite/open.js";
import { COPY_NOTE } from "../directory/chain-loss.js";
import { dataDirectory, readDefinition, type DataDirectory } from "../directory/data-directory.js";
import { PRIVATE_FILE } from "../../base/files/durable.js";
import { assertChain, openStoreToRead } from "../directory/open-store.js";
import { unlessMissing } from "../../base/files/private-directory.js";
import { makeDirectory, type NewDirectoryOptions } from "./new-directory.js";
import { assertNew } from "../../base/files/write-file.js";

interface BackupOptions extends NewDirectoryOptions {
  /** Copies the node's own keys and the keystore too. */
  readonly hasKeys: boolean;
  /** Called once with the file that the database is copied to. */
  readonly onCopy?: (file: string) => void;
}

export interface Backup {
  readonly heights: ChainHeights;
  readonly bytes: number;
}

/**
 * Copies a data directory, whose node may be running, into a new data directory. The copy gets its name when it is
 * complete and on the disk; until then its name contains `.partial`. The signing memory is not copied: an old one would
 * lack later signatures (PROTOCOL 9.15). Throws `FILE_EXISTS`, `CHAIN_MISSING` or the reason of the signal.
 */
export async function backupData(
  directory: DataDirectory,
  path: string,
  { hasKeys, onCopy, ...options }: BackupOptions,
): Promise<Backup> {
  const target = resolve(path);
  await readDefinition(directory);
  assertChain(directory);
  assertNew(target);
  return makeDirectory(target, options, async (partial) => {
    const copy = dataDirectory(partial);
    onCopy?.(copy.databaseFile);
    await copyDatabase(directory.databaseFile, copy.databaseFile, options.signal);
    await markCopy(copy.databaseFile);
    await copyFile(directory.networkFile, copy.networkFile);
    for (const name of ["settingsFile", "peersFile", "bansFile"] as const)
      await copyIfThere(directory[name], copy[name]);
    if (hasKeys) await copyKeys(directory, copy);
    return readBackup(copy);
  });
}

/** Marks a database as a copy: restoring it over a longer chain on purpose does not count as a loss of blocks. */
async function markCopy(file: string): Promise<void> {
  const store = await openSqliteStore({ file });
  try {
    await store.writeMeta(COPY_NOTE, "1");
  } finally {
    await store.close();
  }
}

async function copyKeys(directory: DataDirectory, copy: DataDirectory): Promise<void> {
  await copyIfThere(directory.identityFile, copy.identityFile);
  await unlessMissing(cp(directory.keystore, copy.keystore, { recursive: true }));
  const keys = (await unlessMissing(readdir(copy.keystore))) ?? [];
  for (const file of keys.map((name) => join(copy.keystore, name))) await chmod(file, PRIVATE_FILE);
}

async function copyIfThere(from: string, to: string): Promise<void> {
  await unlessMissing(copyFile(from, to));
}

/** Opens the copy as a command does. Its directory is locked. */
async function readBackup(copy: DataDirectory): Promise<Backup> {
  const { store } = await openStoreToRead(copy);
  try {
    return { heights: await storedHeights(store), bytes: (await stat(copy.databaseFile)).size };
  } finally {
    await store.close();
  }
}
