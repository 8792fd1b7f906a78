import { decorated } from "../../store/decorated.js";
import type { Store } from "../../store/store.js";

/** The same store, which tells when its chains or its notes have changed, after the change is on the disk. */
export function watchedStore(store: Store, onChange: () => void): Store {
  const told = async <T>(change: Promise<T>): Promise<T> => {
    const result = await change;
    onChange();
    return result;
  };
  return decorated(store, {
    writeMeta: (name, value) => told(store.writeMeta(name, value)),
    commitMainBlock: (commit) => told(store.commitMainBlock(commit)),
    commitResourceBlock: (block) => told(store.commitResourceBlock(block)),
    commitBatch: (batch) => told(store.commitBatch(batch)),
    undoMainBlock: (height) => told(store.undoMainBlock(height)),
    undoResourceBlock: (height) => told(store.undoResourceBlock(height)),
  });
}
