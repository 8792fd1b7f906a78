import { watch } from "node:fs";
import { basename, dirname } from "node:path";
import type { NetworkDefinition } from "../../records/network.js";
import { storeSource, type ProjectionSource } from "../projector/source.js";
import type { DataDirectory } from "../../data/directory/data-directory.js";
import { openStoreToRead } from "../../data/directory/open-store.js";

export interface OpenedSource {
  readonly source: ProjectionSource;
  readonly definition: NetworkDefinition;
}

/**
 * Opens the chains of a data directory for a projector. The node may run: it takes no part, because the operating system
 * reports each write to the database's log. Throws as `openStoreToRead` does.
 */
export async function openDirectorySource(directory: DataDirectory): Promise<OpenedSource> {
  const { store, definition } = await openStoreToRead(directory);
  return {
    source: storeSource(store, (onChange) => watchFile(directory.databaseFile, onChange)),
    definition,
  };
}

function watchFile(file: string, onChange: () => void): () => void {
  const name = basename(file);
  const watcher = watch(dirname(file), (_, changed) => {
    if (changed === null || changed.startsWith(name)) onChange();
  });
  // The directory was removed, which the next read reports.
  watcher.on("error", () => watcher.close());
  return () => watcher.close();
}
