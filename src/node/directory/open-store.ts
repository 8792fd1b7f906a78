import { existsSync } from "node:fs";
import { ChainError } from "../../codec/chain-error.js";
import { hashOf } from "../../codec/hash.js";
import type { NetworkDefinition } from "../../records/network.js";
import { lockDataDirectory, type DataDirectoryLock } from "../../store/lock.js";
import { openSqliteStore, upgradeDatabase } from "../../store/sqlite/open.js";
import type { Store } from "../../store/store.js";
import { readDefinition, type DataDirectory } from "./data-directory.js";
import { LossWatch } from "./loss-watch.js";
import { networkToToml } from "./network-file.js";

export interface ReadableStore {
  readonly store: Store;
  readonly definition: NetworkDefinition;
}

export interface OpenStore extends ReadableStore {
  readonly lock: DataDirectoryLock;
  /** Knows whether the database ends before a block that this node had. */
  readonly losses: LossWatch;
  /** Closes the store and lets the data directory go. */
  close(): Promise<void>;
}

/**
 * Opens the chain of a data directory, which is this process's until it is closed. Throws what is wrong with the
 * directory in one sentence, kind "local": missing, in use, of another network, damaged.
 *
 * @param onNoteFailure told when the note of the last blocks cannot be written; commits go on.
 */
export async function openStore(
  directory: DataDirectory,
  onNoteFailure?: (reason: string) => void,
): Promise<OpenStore> {
  const definition = await readDefinition(directory);
  const lock = await lockDataDirectory(directory.path);
  const losses = await LossWatch.open(directory, onNoteFailure);
  try {
    const store = await openWatched(directory, definition, losses);
    return {
      store,
      definition,
      lock,
      losses,
      async close() {
        await store.close();
        await losses.close();
        await lock.release();
      },
    };
  } catch (error) {
    await losses.close();
    await lock.release();
    throw error;
  }
}

async function openWatched(
  directory: DataDirectory,
  definition: NetworkDefinition,
  losses: LossWatch,
): Promise<Store> {
  const file = directory.databaseFile;
  const store = await openSqliteStore({ file, network: networkIdentity(definition), ends: losses });
  try {
    await losses.watch(directory, store);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/**
 * The same for reading, beside a node that may be running. Throws `CHAIN_MISSING` too, when it never ran. A database of an
 * earlier schema is upgraded first, which needs the directory to be free: a node of an earlier version that runs on it
 * would go on without the new tables.
 */
export async function openStoreToRead(directory: DataDirectory): Promise<ReadableStore> {
  return openToRead(directory, async () => (await openStore(directory)).close());
}

/** The same for who holds the directory's lock. */
export async function openHeldStoreToRead(directory: DataDirectory): Promise<ReadableStore> {
  return openToRead(directory, () => upgradeDatabase(directory.databaseFile));
}

async function openToRead(directory: DataDirectory, upgrade: () => Promise<void>): Promise<ReadableStore> {
  const definition = await readDefinition(directory);
  assertChain(directory);
  const options = { file: directory.databaseFile, network: networkIdentity(definition) };
  const open = (): Promise<Store> => openSqliteStore({ ...options, readOnly: true });
  try {
    return { store: await open(), definition };
  } catch (error) {
    if (!(error instanceof ChainError) || error.code !== "DATABASE_SCHEMA_EARLIER") throw error;
    await upgrade();
    return { store: await open(), definition };
  }
}

/** Throws `CHAIN_MISSING` when the node of a data directory never ran. */
export function assertChain({ path, databaseFile }: DataDirectory): void {
  if (existsSync(databaseFile)) return;
  throw new ChainError("CHAIN_MISSING", "The data directory has no chain yet. ", {
    kind: "local",
    details: { directory: path },
    advice: "Its node makes one when it starts: chainnode start",
  });
}

/** What a database notes about its network: all that the chain depends on. Seed peers may change. */
export function networkIdentity(definition: NetworkDefinition): string {
  return hashOf(networkToToml({ ...definition, peers: [] }));
}
