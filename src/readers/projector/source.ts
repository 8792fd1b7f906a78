import type { Store, StoreReader } from "../../store/store.js";

export type ProjectedReader = Pick<
  StoreReader,
  | "readMeta"
  | "mainBlockSummary"
  | "resourceBlock"
  | "mainBlockSummaries"
  | "resourceBlockSummaries"
  | "streamMainBlocks"
  | "resourceBlocks"
>;

/** The source of a projector: a node's store, or a node over HTTP. */
export interface ProjectionSource {
  /** Runs several reads at one moment of the chains. */
  snapshot<T>(body: (reader: ProjectedReader) => Promise<T>): Promise<T>;
  /** Calls the listener whenever the chains may have changed. The returned function ends that. */
  watch(onChange: () => void): () => void;
  close(): Promise<void>;
}

/**
 * Returns the chains of a store as the source of a projector.
 *
 * @param watch calls its listener whenever the store may have changed, as `ProjectionSource.watch` does.
 */
export function storeSource(
  store: Pick<Store, "snapshot" | "close">,
  watch: ProjectionSource["watch"],
): ProjectionSource {
  return {
    snapshot: <T>(body: (reader: ProjectedReader) => Promise<T>) => store.snapshot(body),
    watch,
    close: () => store.close(),
  };
}
