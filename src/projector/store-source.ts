import type { Store } from "../store/store.js";
import type { ProjectedReader, ProjectionSource } from "./source.js";

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
