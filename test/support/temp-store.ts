import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqliteStore } from "../../src/store/sqlite/open.js";
import type { Store } from "../../src/store/store.js";

export interface TempStore {
  readonly store: Store;
  readonly file: string;
  /** Closes the store and removes its directory. */
  remove(): Promise<void>;
}

/** A store on a real file in its own directory: a new one, or these bytes of a closed one. */
export async function openTempStore(closed?: Buffer): Promise<TempStore> {
  const directory = await makeTempDirectory();
  const file = join(directory, "chain.sqlite");
  if (closed !== undefined) await writeFile(file, closed);
  const store = await openSqliteStore({ file });
  return {
    store,
    file,
    async remove() {
      await store.close();
      await rm(directory, { recursive: true });
    },
  };
}

export function makeTempDirectory(): Promise<string> {
  return mkdtemp(join(tmpdir(), "chainnode-"));
}
