import type { Value } from "../../codec/value.js";
import { loadCells, loadedLength } from "../../ledger/counted-cells.js";
import { fetching } from "../../ledger/machine/fetching.js";
import { WorkingState } from "../../ledger/working-state.js";
import type { Method } from "../../records/code.js";
import type { SignedTransaction } from "../../records/transaction.js";
import {
  collectStateKeys,
  execute,
  TraceTree,
  type ProgramCall,
  type Execution,
  type StateKeys,
  type StateView,
  type WorkLimit,
  type TraceCall,
} from "../../vm/machine.js";
import type { ReadChain } from "../read-chain.js";
import {
  cellsRead,
  cellsWritten,
  noteUnloadedReads,
  stateBefore,
  type CellRead,
  type CellChange,
  type StateBefore,
} from "./cell-uses.js";

/** What a call did or would do. Nothing is stored. */
export interface Trial {
  readonly method: Method;
  /** The transaction, null for a request. */
  readonly transaction: SignedTransaction | null;
  /** The sender's address, null for a request. */
  readonly from: string | null;
  /** The height of the last block before the call. */
  readonly height: number;
  readonly execution: Execution;
  readonly calls: readonly TraceCall[];
  readonly reads: readonly CellRead[];
  /** The written cells; empty when the call failed. */
  readonly writes: readonly CellChange[];
}

type TrialOutcome = Pick<Trial, "method" | "execution" | "calls" | "reads" | "writes">;

/** Loads the cells that a read pass collected. A failed one collects none: the call fails again when executed. */
export async function loadState(
  { reader: store, network }: Pick<ReadChain, "reader" | "network">,
  keys: StateKeys,
): Promise<{ readonly state: WorkingState; readonly length: number }> {
  const asked = keys.ok ? keys : { universal: [], local: [] };
  const cells = await loadCells(store, asked);
  const state = new WorkingState(cells, { rules: network.ruleSet, store, asked });
  return { state, length: loadedLength(cells) };
}

/**
 * Executes a contract call on a state and records what it did. In rules 2 it is executed again for each cell that no read
 * pass collected (PROTOCOL 16.6).
 */
export async function tryContract(
  call: ProgramCall,
  state: StateView,
  limit: Required<WorkLimit>,
): Promise<TrialOutcome> {
  return fetching(state, () => {
    const tree = new TraceTree();
    const execution = execute(call, state, { ...limit, tracer: tree });
    return describeRun(execution, tree.roots, stateBefore(call, collectStateKeys(call, limit), state));
  });
}

export function describeRun(
  execution: Execution,
  calls: readonly TraceCall[],
  before: StateBefore,
): TrialOutcome {
  return {
    method: before.call.program.method,
    execution,
    calls: noteUnloadedReads(calls, before),
    reads: cellsRead(calls, before),
    writes: execution.ok ? cellsWritten(calls, execution.writes, before) : [],
  };
}

/** Returns the change of the sender's balance, null when the call does not write it. */
export function balanceChange(
  { writes, from }: Pick<Trial, "writes" | "from">,
  balancePrefix: string,
): { readonly old: Value; readonly new: Value } | null {
  const cell = writes.find(({ kind, stateKey }) => kind === "universal" && stateKey === balancePrefix + from);
  return cell === undefined ? null : { old: cell.old, new: cell.new };
}
