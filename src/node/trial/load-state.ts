import { loadedLength } from "../../ledger/counted-cells.js";
import { WorkingState, type LoadedCells } from "../../ledger/working-state.js";
import type { StateKeys } from "../../vm/machine.js";
import type { ChainSource } from "./chain-source.js";

const NO_CELLS: Readonly<Record<"universal" | "local", LoadedCells>> = {
  universal: new Map(),
  local: new Map(),
};

/** The state before anything is loaded. */
export function emptyState(): WorkingState {
  return new WorkingState(NO_CELLS);
}

/** The cells that a call names, and their length. One whose read pass fails names none, and fails again when it is executed. */
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
