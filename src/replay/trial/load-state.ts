import { loadedLength } from "../../ledger/counted-cells.js";
import { WorkingState, type LoadedCells } from "../../ledger/working-state.js";
import type { StateKeys } from "../../vm/machine.js";
import type { ChainSource } from "./chain-source.js";

const NO_CELLS: Readonly<Record<"universal" | "local", LoadedCells>> = {
  universal: new Map(),
  local: new Map(),
};

/** Creates a state without loaded cells. */
export function emptyState(): WorkingState {
  return new WorkingState(NO_CELLS);
}

/**
 * Loads the cells that a call's read pass collected, and counts their length. A failed read pass collects no cells: the
 * call fails again when it is executed.
 */
export async function loadState(
  source: Pick<ChainSource, "readCells">,
  keys: StateKeys,
): Promise<{ readonly state: WorkingState; readonly length: number }> {
  if (!keys.ok) return { state: emptyState(), length: 0 };
  const [universal, local] = await Promise.all([
    source.readCells("universal", keys.universal),
    source.readCells("local", keys.local),
  ]);
  return { state: new WorkingState({ universal, local }), length: loadedLength({ universal, local }) };
}
