/** Runs a scenario under the node's machine. The ledger prepares and executes it as it does a block. */
import { canonicalJson } from "../../src/codec/canonical-json.js";
import { ChainError } from "../../src/codec/chain-error.js";
import { parseJson } from "../../src/codec/parse-json.js";
import { padStateKey, stateKeyOf, type StateKind } from "../../src/codec/state-key.js";
import type { Value } from "../../src/codec/value.js";
import { CodeRegistry } from "../../src/ledger/code-registry.js";
import { executeTransactions } from "../../src/ledger/execute-transactions.js";
import { prepareTransaction, type PreparedTransaction } from "../../src/ledger/prepared-transaction.js";
import { INLINE_RUNNER, type Runner } from "../../src/ledger/machine/runner.js";
import { WorkingState } from "../../src/ledger/working-state.js";
import { codeIdOf, parseCode } from "../../src/records/code.js";
import { createNetwork, PUBLIC_NETWORK } from "../../src/records/network.js";
import { findParameterFailure } from "../../src/records/parameter.js";
import { readSignedTransaction } from "../../src/records/transaction.js";
import type { Store } from "../../src/store/store.js";
import { runRequest, compileMethod, execute, type Execution } from "../../src/vm/machine.js";
import { mapIn } from "../support/vectors.js";
import type { Report, Scenario } from "./scenario.js";

export const NETWORK = createNetwork(PUBLIC_NETWORK);
const KINDS = ["universal", "local"] as const;

type Cells = Readonly<Record<StateKind, ReadonlyMap<string, Value>>>;

export async function reportProduct(scenario: Scenario): Promise<Report> {
  const before = cellsOf(scenario);
  if (scenario.kind === "request")
    return Promise.all(scenario.calls.map((_, index) => answer(scenario, index, before)));

  const store = storeOf(before);
  const registry = new CodeRegistry(NETWORK);
  const codes = scenario.fee === null ? scenario.codes : [...scenario.codes, scenario.fee];
  registry.apply(
    codes.map((value) => ({ key: NETWORK.prefixes.contract + codeIdOf(parseCode(value)), value })),
  );

  const lines: string[] = [];
  const prepared: PreparedTransaction[] = [];
  const fates = new Map<string, string>();
  for (const [index, call] of scenario.calls.entries()) {
    const transaction = readSignedTransaction({
      transaction: parseJson(call),
      public_key: scenario.signers[index % scenario.signers.length],
      signature: "0".repeat(128),
    });
    let fate: string | undefined;
    try {
      const ready = prepareTransaction(transaction, registry);
      prepared.push(ready);
      const state = new WorkingState({
        universal: await store.readState("universal", ready.cells.universal),
        local: await store.readState("local", ready.cells.local),
      });
      const execution = execute(ready.call, state);
      lines.push(describe(execution));
      if (execution.ok) for (const { kind, key, value } of execution.writes) state.write(kind, key, value);
      lines.push(...describeUpdates(state));
    } catch (error) {
      if (!(error instanceof ChainError)) throw error;
      fate = error.code === "EXECUTION_FAILED" ? "failed" : `refused ${canonicalJson(error.message)}`;
      lines.push(fate);
      fates.set(transaction.hash, fate);
    }
  }

  prepared.sort((a, b) => (a.transaction.hash < b.transaction.hash ? -1 : 1));
  // The ledger does not distinguish a failure from a failed condition. The runner does.
  const runner: Runner = {
    ...INLINE_RUNNER,
    execute(call, view, budget) {
      const execution = execute(call, view, { budget });
      const fate = execution.ok ? `passed weight ${execution.weight}` : describe(execution);
      fates.set(call.implicit?.hash ?? "", fate);
      return execution;
    },
  };
  const { state } = await executeTransactions(store, prepared, { runner });
  const block = [...fates].sort(([a], [b]) => (a < b ? -1 : 1)).map(([hash, fate]) => `${hash} ${fate}`);
  const after = Object.fromEntries(
    KINDS.map((kind) => {
      const cells = new Map(before[kind]);
      for (const { key, value } of state.entries(kind)) cells.set(padStateKey(key), value);
      return [kind, cells];
    }),
  ) as unknown as Cells;
  return [...lines, `block ${block.join(", ")}`, ...describeUpdates(state), describeState(after)];
}

async function answer(scenario: Scenario, index: number, before: Cells): Promise<string> {
  const method = parseCode(scenario.codes[index % scenario.codes.length] ?? "");
  const parameters = mapIn(parseJson(scenario.calls[index] ?? ""));
  const failure = findParameterFailure(method.parameters, parameters, "request");
  if (failure !== null) return `refused ${canonicalJson(failure)}`;
  const store = storeOf(before);
  const execution = await runRequest(
    { program: compileMethod(method), postProcess: null, parameters, implicit: null },
    {
      loadState: async ({ universal, local }) => ({
        view: new WorkingState({
          universal: await store.readState("universal", universal),
          local: await store.readState("local", local),
        }),
        length: 0,
      }),
      answer: () => Promise.reject(new Error("No chain operator is asked here. ")),
    },
  );
  return describe(execution);
}

/** A store with the cells and no other data. */
function storeOf(before: Cells): Store {
  const readState: Store["readState"] = (kind, keys) =>
    Promise.resolve(
      new Map(
        keys.flatMap((key) => {
          const value = before[kind].get(key) ?? null;
          return value === null ? [] : [[key, value] as const];
        }),
      ),
    );
  return { readState } as unknown as Store;
}

function cellsOf({ cells }: Scenario): Cells {
  const pick = (area: StateKind): Map<string, Value> =>
    new Map(
      cells
        .filter((one) => one.area === area)
        .flatMap(({ writer, space, attribute, key, value }) => {
          const named = stateKeyOf(writer, space, attribute, key);
          return named === null ? [] : [[padStateKey(named), parseJson(value)] as const];
        }),
    );
  return { universal: pick("universal"), local: pick("local") };
}

function describe(execution: Execution): string {
  if (execution.ok) return `passed ${canonicalJson(execution.result)} weight ${execution.weight}`;
  if (execution.reason === "failure") return "failed";
  return `stopped ${canonicalJson(execution.message)} weight ${execution.weight}`;
}

function describeUpdates(state: WorkingState): string[] {
  return KINDS.flatMap((kind) =>
    [...state.updates(kind)].map(
      ([key, update]) => `${kind} ${key} old ${canonicalJson(update.old)} new ${canonicalJson(update.new)}`,
    ),
  );
}

function describeState(cells: Cells): string {
  const sorted = (map: ReadonlyMap<string, Value>): string =>
    [...map]
      .filter(([, value]) => value !== null)
      .map(([key, value]) => `${key}=${canonicalJson(value)}`)
      .sort()
      .join(" ");
  return `state universal ${sorted(cells.universal)} local ${sorted(cells.local)}`;
}
