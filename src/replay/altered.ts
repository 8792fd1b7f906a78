import type { StateKind } from "../codec/state-key.js";
import type { CellValues } from "../ledger/counted-cells.js";
import { decorated } from "../store/decorated.js";
import { OverlayCells } from "../store/overlay/overlay-cells.js";
import type { StoreReader } from "../store/store.js";

/** Returns a chain with other values in some cells, by padded key; null makes a cell absent. */
export function altered(reader: StoreReader, cells: CellValues): StoreReader {
  const over = (kind: StateKind): OverlayCells => {
    const overlay = new OverlayCells(reader, kind);
    overlay.write(Array.from(cells[kind], ([key, value]) => ({ key, value })));
    return overlay;
  };
  const state = { universal: over("universal"), local: over("local") };
  return decorated(reader, {
    readState: (kind, paddedKeys) => state[kind].read(paddedKeys),
    stateLength: (kind, paddedKeys) => state[kind].length(paddedKeys),
    listState: (kind, prefix, page) => state[kind].list(prefix, page),
  });
}
