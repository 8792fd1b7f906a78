import type { Store, StoreReader } from "../store/store.js";

/** What a projector reads of a chain. */
export type ProjectedReader = Pick<
  StoreReader,
  | "readMeta"
  | "lastMainBlock"
  | "lastResourceBlock"
  | "mainBlockSummaries"
  | "resourceBlockSummaries"
  | "streamMainBlocks"
  | "resourceBlocks"
>;

/** Where a projector reads: a node's store, or a node over HTTP. */
export interface ProjectionSource {
  /** Reads several things, as far as possible of one moment. */
  snapshot<T>(body: (reader: ProjectedReader) => Promise<T>): Promise<T>;
  /** Calls the listener whenever the chains may have changed. The returned function ends that. */
  watch(onChange: () => void): () => void;
  close(): Promise<void>;
}

/** The last heights of a source. */
export interface SourceHeights {
  readonly main: number;
  readonly resource: number;
}

/**
 * The chains of a store as a projector's source.
 *
 * @param watch tells when the store may have changed, as `ProjectionSource.watch` does.
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
