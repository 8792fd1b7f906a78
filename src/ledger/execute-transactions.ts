import type { ChainError } from "../codec/chain-error.js";
import type { Store } from "../store/store.js";
import { MAX_BLOCK_WORK, ofBlock, type Budget, type StateView } from "../vm/machine.js";
import { loadCells, namedBy } from "./counted-cells.js";
import { executionFailed } from "../vm/errors.js";
import { noRoomInBlock } from "./errors.js";
import type { PreparedTransaction } from "./prepared-transaction.js";
import {
  andThen,
  INLINE_RUNNER,
  type Eventually,
  type ContractOutcome,
  type Runner,
} from "./machine/runner.js";
import { RULE_SETS, type RuleSet } from "../records/rules.js";
import { executeFetching } from "./execute-alone.js";
import { fetching } from "./machine/fetching.js";
import { WorkingState } from "./working-state.js";
import { forEachSliced } from "../base/yield-to-loop.js";

export interface ExecutedTransactions {
  /** Those that passed, in ascending order of hash. */
  readonly passed: readonly PreparedTransaction[];
  /** Why each of the others failed, by hash: `NO_ROOM_IN_BLOCK` where the others left it too little work. */
  readonly refused: ReadonlyMap<string, ChainError>;
  /** What those that passed weigh, by hash. */
  readonly weights: ReadonlyMap<string, bigint>;
  readonly state: WorkingState;
}

/** The limits of a transaction, given how many characters are left for all together. */
export type WorkAllowance = (prepared: PreparedTransaction, left: number) => Budget;

/** All that is left: what others propose, and what is in blocks, is limited together (PROTOCOL 15.8). */
export const FULL_ALLOWANCE: WorkAllowance = (_, left) => ofBlock(left);

const ALLOWANCE_FACTOR = 2;
const ALLOWANCE_BASE = 65_536;

/**
 * About as many as it took before. On a changed state it may take more, but a transaction must not turn out far more
 * expensive than when it was chosen.
 */
export const KNOWN_ALLOWANCE: WorkAllowance = ({ work, cost }, left) => ({
  work: Math.min(work * ALLOWANCE_FACTOR + ALLOWANCE_BASE, left),
  cost: cost * ALLOWANCE_FACTOR + ALLOWANCE_BASE,
});

export interface ExecutionOptions {
  /** Default: what is left of the block's work. */
  readonly allowance?: WorkAllowance;
  /** Default: the caller's thread. */
  readonly runner?: Runner;
  /** The work of all transactions together. Default: that of rules 1 (PROTOCOL 15.8, 16.9). */
  readonly maxWork?: number;
  /** Default: rules 1. */
  readonly rules?: RuleSet;
}

/** How often the rest is executed again because a transaction was dropped, before cells are no longer shared. */
const MAX_SHARED_PASSES = 3;

/**
 * Executes transactions on the tip's state in ascending order of hash, each on the state that the previous one left
 * (PROTOCOL 8.2). A transaction that fails is dropped (PROTOCOL 7.12), and so is one that works through more than is
 * left of a block's work. The input must be in that order.
 *
 * A key counts as loaded when any transaction of the block collected it (PROTOCOL 7.5), so a dropped transaction must
 * not lend its keys to the others: after a drop, the rest is executed again. Transactions could be made to fail one
 * pass after the other without end, so after a few passes a transaction that reads a cell that it did not collect
 * itself is dropped too. What remains then depends on no dropped transaction, and one pass settles it.
 */
export async function executeTransactions(
  store: Store,
  candidates: readonly PreparedTransaction[],
  options: ExecutionOptions = {},
): Promise<ExecutedTransactions> {
  const { allowance = FULL_ALLOWANCE, runner = INLINE_RUNNER, rules = RULE_SETS[1] } = options;
  const whole = options.maxWork ?? MAX_BLOCK_WORK;
  const refused = new Map<string, ChainError>();
  let remaining = candidates;
  for (let pass = 1; ; pass += 1) {
    const asked = namedBy(remaining);
    const state = new WorkingState(await loadCells(store, asked), { rules, store, asked });
    const passed: PreparedTransaction[] = [];
    const weights = new Map<string, bigint>();
    let left = whole;
    const isShared = rules.readsAnyCell || pass <= MAX_SHARED_PASSES;
    await forEachSliced(remaining, (prepared) => {
      const budget = allowance(prepared, left);
      const running = isShared
        ? executeFetching(runner, prepared.call, { state, budget })
        : executeOnOwnCells(prepared, { runner, state, budget });
      return andThen(running, (outcome) => {
        const isCrowdedOut = outcome.work > budget.work && budget.work < allowance(prepared, whole).work;
        left = Math.max(0, left - outcome.work);
        if (outcome.ok) {
          passed.push(prepared);
          weights.set(prepared.transaction.hash, outcome.weight);
          return applyWrites(state, outcome);
        }
        refused.set(
          prepared.transaction.hash,
          isCrowdedOut ? noRoomInBlock() : executionFailed({ message: outcome.message }),
        );
        return undefined;
      });
    });
    // Where a read gives what the cell holds, no transaction depends on the keys of another (PROTOCOL 16.6).
    const isSettled = passed.length === remaining.length || rules.readsAnyCell;
    if (isSettled || !isShared) return { passed, refused, weights, state };
    remaining = passed;
  }
}

/** Fails a transaction that reads a cell which only another transaction had loaded. */
function executeOnOwnCells(
  { call, cells }: PreparedTransaction,
  { runner, state, budget }: { runner: Runner; state: WorkingState; budget: Budget },
): Eventually<ContractOutcome> {
  let isBorrowing = false;
  const own: StateView = {
    read(kind, cell) {
      isBorrowing ||= state.isLoaded(kind, cell) && !cells[kind].includes(cell);
      return state.read(kind, cell);
    },
  };
  return andThen(runner.execute(call, own, budget), (outcome) => {
    if (!outcome.ok || !isBorrowing) return outcome;
    const { weight, work, cost } = outcome;
    const message = "It reads a cell that it does not name. ";
    return { ok: false, reason: "failure", message, weight, work, cost };
  });
}

/** Writing again what was written before an unread cell changes nothing. */
function applyWrites(
  state: WorkingState,
  { writes }: Extract<ContractOutcome, { ok: true }>,
): Eventually<void> {
  return fetching(state, () => {
    for (const { kind, key, value } of writes) state.write(kind, key, value);
  });
}
