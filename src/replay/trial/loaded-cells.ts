import { padStateKey } from "../../codec/state-key.js";
import type { Call, StateKeys, StateKind, StateView } from "../../vm/machine.js";

/** The state on which a call runs. */
export interface StateBefore {
  readonly call: Call;
  readonly state: StateView;
  /**
   * Whether the cell of a state key is loaded. A cell that no read pass collected is not, and reads as absent, whatever
   * it holds (PROTOCOL 7.5).
   */
  readonly isLoaded: (kind: StateKind, stateKey: string) => boolean;
}

/**
 * Describes a state with the cells that the call's read pass collected, and those of earlier calls of the same block.
 */
export function stateBefore(call: Call, keys: StateKeys, state: StateView): StateBefore {
  const collected = keys.ok ? { universal: new Set(keys.universal), local: new Set(keys.local) } : null;
  return {
    call,
    state,
    isLoaded(kind, stateKey) {
      const paddedKey = padStateKey(stateKey);
      const isThere = (state.read(kind, paddedKey) ?? null) !== null;
      return isThere || collected === null || collected[kind].has(paddedKey);
    },
  };
}
