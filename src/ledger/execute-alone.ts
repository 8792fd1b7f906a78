import type { Value } from "../codec/value.js";
import type { StoreReader } from "../store/store.js";
import { COSTS, type Budget, type ProgramCall } from "../vm/machine.js";
import {
  areFew,
  loadCells,
  loadedLength,
  storedLength,
  type CellValues,
  type NamedCells,
  namedBy,
} from "./counted-cells.js";
import type { PreparedTransaction } from "./prepared-transaction.js";
import { andThen, type Eventually, type ContractOutcome, type Runner } from "./machine/runner.js";
import { LIGHT_WORK } from "./machine/threaded-runner.js";
import { WorkingState } from "./working-state.js";
import { forEachSliced } from "../base/yield-to-loop.js";
import { fetching } from "./machine/fetching.js";

interface AloneOptions {
  readonly store: StoreReader;
  readonly runner: Runner;
  /** The limits of its execution, including the reading of the cells that it names. */
  readonly budget: Budget;
}

/** Characters of cells that are read for many transactions at once: some tens of milliseconds. */
const MAX_LENGTH_TOGETHER = 1024 * 1024;
/** The limit for one transaction of many, when all together exceed theirs. */
const MAX_LENGTH_OF_ONE = LIGHT_WORK / COSTS.json;

/** Executes a transaction alone on the tip's state (PROTOCOL 5.6). */
export function executeAlone(prepared: PreparedTransaction, options: AloneOptions): Promise<ContractOutcome> {
  return new Promise((resolve, reject) => {
    executeEachAlone([{ prepared }], options, (_, outcome) => resolve(outcome)).catch(reject);
  });
}

/**
 * Begins to execute each transaction alone on the tip's state (PROTOCOL 5.6): none sees what another collected or
 * wrote, and none waits for another. The cells of most are read together. The cells of a transaction that names long
 * ones are read once a thread is free for it, and not at all when reading them is already too much work.
 */
export async function executeEachAlone<T extends { readonly prepared: PreparedTransaction }>(
  transactions: readonly T[],
  { store, runner, budget }: AloneOptions,
  begun: (transaction: T, outcome: Eventually<ContractOutcome>) => void,
): Promise<void> {
  const stateOf = (
    { call: { rules }, cells: asked }: PreparedTransaction,
    loaded: CellValues,
  ): WorkingState => new WorkingState(loaded, { store, asked, ...(rules === undefined ? {} : { rules }) });
  const light = await forEachLong(store, transactions, (transaction, length) => {
    const { call, cells } = transaction.prepared;
    const load = async (): Promise<WorkingState> =>
      stateOf(transaction.prepared, await loadCells(store, cells));
    const execute = (left: Budget): Promise<ContractOutcome> => runner.executeOn(call, load, left);
    begun(transaction, countingReading(transaction.prepared, { length, budget }, execute));
  });
  const loaded = await loadCells(store, namedBy(light.map(({ prepared }) => prepared)));
  await forEachSliced(light, (transaction) => {
    const { call, cells } = transaction.prepared;
    const own = pickCells(loaded, cells);
    const state = stateOf(transaction.prepared, own);
    const execute = (left: Budget): Eventually<ContractOutcome> =>
      executeFetching(runner, call, { state, budget: left });
    begun(transaction, countingReading(transaction.prepared, { length: loadedLength(own), budget }, execute));
  });
}

/** Finds the transactions whose cells are too long to read together with all others, and reports the rest. */
async function forEachLong<T extends { readonly prepared: PreparedTransaction }>(
  store: StoreReader,
  transactions: readonly T[],
  take: (transaction: T, length: number) => void,
): Promise<readonly T[]> {
  const all = namedBy(transactions.map(({ prepared }) => prepared));
  if (areFew(all) || (await storedLength(store, all)) <= MAX_LENGTH_TOGETHER) return transactions;
  const others: T[] = [];
  for (const transaction of transactions) {
    const length = await storedLength(store, transaction.prepared.cells);
    if (length > MAX_LENGTH_OF_ONE) take(transaction, length);
    else others.push(transaction);
  }
  return others;
}

/**
 * Reading cells is work like the rest of an execution (docs/adr/0009-work.md). In rules 2 the machine counts each read
 * itself (PROTOCOL 16.6).
 */
function countingReading(
  { transaction, call }: PreparedTransaction,
  { length, budget }: { readonly length: number; readonly budget: Budget },
  execute: (left: Budget) => Eventually<ContractOutcome>,
): Eventually<ContractOutcome> {
  if (call.rules?.readsAnyCell === true) return execute(budget);
  const reading = length * COSTS.json;
  const left = { work: budget.work - reading, cost: budget.cost - reading };
  if (Math.min(left.work, left.cost) >= 0)
    return andThen(execute(left), (outcome) => ({
      ...outcome,
      work: outcome.work + reading,
      cost: outcome.cost + reading,
    }));
  const message = "Too long processing. ";
  return {
    ok: false,
    reason: "refusal",
    message,
    weight: BigInt(transaction.size),
    work: reading,
    cost: reading,
  };
}

function pickCells(loaded: CellValues, wanted: NamedCells): CellValues {
  const pick = (kind: keyof NamedCells): ReadonlyMap<string, Value> => {
    const picked = new Map<string, Value>();
    for (const cell of wanted[kind]) {
      const value = loaded[kind].get(cell);
      if (value !== undefined) picked.set(cell, value);
    }
    return picked;
  };
  return { universal: pick("universal"), local: pick("local") };
}

/** How often a run is repeated here before a thread continues it, which fetches cells without beginning again. */
const MAX_REPEATED = 8;

/** Executes a call, and fetches cells that it reads and no one foresaw (PROTOCOL 16.6). */
export function executeFetching(
  runner: Runner,
  call: ProgramCall,
  { state, budget }: { readonly state: WorkingState; readonly budget: Budget },
): Eventually<ContractOutcome> {
  return fetching(state, (times) =>
    times < MAX_REPEATED
      ? runner.execute(call, state, budget)
      : runner.executeOn(call, async () => state, budget),
  );
}
