import { existsSync } from "node:fs";
import { hashOf } from "../../codec/hash.js";
import type { NetworkDefinition } from "../../records/network.js";
import { shelveCodeTexts } from "../../ledger/code-texts.js";
import { assertNotShared } from "../../base/files/private-directory.js";
import { lockDataDirectory, type DataDirectoryLock } from "../../store/lock.js";
import { openSqliteStore } from "../../store/sqlite/open.js";
import type { Store } from "../../store/store.js";
import { readDefinition, type DataDirectory } from "./data-directory.js";
import { FileShelf } from "./text-shelf.js";
import { LossWatch } from "./loss-watch.js";
import { networkToToml } from "./network-file.js";
import * as errors from "./errors.js";

interface ReadableStore {
  readonly store: Store;
  readonly definition: NetworkDefinition;
}

export interface OpenStore extends ReadableStore {
  readonly lock: DataDirectoryLock;
  /** Detects whether the database lacks blocks that this node had. */
  readonly losses: LossWatch;
  close(): Promise<void>;
}

/**
 * Opens the chain of a data directory and locks the directory until it is closed. Throws an error of kind "local" when
 * the directory is missing, in use, damaged or of another network.
 *
 * @param onNoteFailure called when the note of the last blocks cannot be written; commits continue.
 * @param isVolatile whether no commit waits for the disk.
 */
export async function openStore(
  directory: DataDirectory,
  onNoteFailure?: (reason: string) => void,
  isVolatile = false,
): Promise<OpenStore> {
  const definition = await readDefinition(directory);
  await assertNotShared(directory.path);
  const lock = await lockDataDirectory(directory.path);
  try {
    const losses = await LossWatch.open(directory, onNoteFailure);
    const store = await openWatched(directory, definition, { losses, isVolatile });
    const shelf = new FileShelf(directory.path);
    const unshelve = shelveCodeTexts(shelf);
    return {
      store,
      definition,
      lock,
      losses,
      async close() {
        await store.close();
        await losses.close();
        unshelve();
        shelf.close();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Closes the watch when it fails. */
async function openWatched(
  directory: DataDirectory,
  definition: NetworkDefinition,
  { losses, isVolatile }: { readonly losses: LossWatch; readonly isVolatile: boolean },
): Promise<Store> {
  const file = directory.databaseFile;
  let store: Store | undefined;
  try {
    const network = networkIdentity(definition);
    store = await openSqliteStore({ file, network, ends: losses, isDisposable: isVolatile });
    await losses.watch(directory, store);
    return store;
  } catch (error) {
    await store?.close();
    await losses.close();
    throw error;
  }
}

/** Opens the chain for reading, while its node may be running. Also throws `CHAIN_MISSING` when the node never ran. */
export async function openStoreToRead(directory: DataDirectory): Promise<ReadableStore> {
  const definition = await readDefinition(directory);
  assertChain(directory);
  const options = { file: directory.databaseFile, network: networkIdentity(definition) };
  return { store: await openSqliteStore({ ...options, readOnly: true }), definition };
}

/** Throws `CHAIN_MISSING` when the node of a data directory never ran. */
export function assertChain({ path, databaseFile }: DataDirectory): void {
  if (existsSync(databaseFile)) return;
  throw errors.chainMissing({ directory: path });
}

/** The heading under which the first version wrote a definition. Databases hold the hash of that text: never change it. */
const IDENTITY_HEADING = "What this network is. Every node of it has the same file.";

/** The identity of a network that a database notes: all but the seed peers, which may differ (PROTOCOL 4.1). */
export function networkIdentity(definition: NetworkDefinition): string {
  return hashOf(networkText(definition));
}

/** What the identity of a network is the hash of. */
export function networkText(definition: NetworkDefinition): string {
  const { checkpoint: _, ...common } = definition;
  return networkToToml({ ...common, peers: [] }, IDENTITY_HEADING);
}
