import { ChainError } from "../../codec/chain-error.js";
import type { Value, ValueMap } from "../../codec/value.js";
import type { CalledContract, RegisteredCode } from "../../ledger/code-registry.js";
import { WorkingState, type LoadedCells } from "../../ledger/working-state.js";
import type { CodeKind, Method } from "../../records/code.js";
import { findParameterFailure, type Carrier } from "../../records/parameter.js";
import { readRequest } from "../../records/request.js";
import { unsignedTransaction } from "../../records/transaction.js";
import { answerRequest, collectStateKeys, TraceTree, type Call, type StateKeys } from "../../vm/machine.js";
import type { ChainSource } from "./chain-source.js";
import { assertDefinitionKnown } from "./definition-known.js";
import { describeRun, tryContract, type Trial } from "./trial.js";

/** A call of a contract or request by its name. */
export interface CallAttempt {
  readonly type: string;
  /** The contract before the request of the same name when left out. */
  readonly kind: CodeKind | undefined;
  readonly cid: string | undefined;
  readonly parameters: ValueMap;
  /** Who would sign; no key is needed. */
  readonly from: string;
  readonly timestampUs: bigint;
}

/** Runs a call on the source's state. Throws when nothing has the name or a parameter is not right, with the protocol's text. */
export async function tryCall(source: ChainSource, attempt: CallAttempt): Promise<Trial> {
  const found = findCode(source, attempt);
  return "postProcess" in found ? tryTransaction(source, attempt, found) : tryRequest(source, attempt, found);
}

function findCode(
  { codes: { registry } }: ChainSource,
  { type, kind, cid }: CallAttempt,
): CalledContract | RegisteredCode {
  const space = cid ?? null;
  if (kind === "request") return registry.request(space, type);
  const contract = orMissing("CONTRACT_MISSING", () => registry.contract(space, type));
  const code =
    contract ??
    (kind === undefined ? orMissing("REQUEST_MISSING", () => registry.request(space, type)) : null);
  if (code !== null) return code;
  throw new ChainError("CODE_UNKNOWN", `There is no code ${type} to call. `, {
    kind: "not-found",
    advice: "See what there is: chainnode code list",
  });
}

function orMissing<T>(code: string, find: () => T): T | null {
  try {
    return find();
  } catch (error) {
    if (error instanceof ChainError && error.code === code) return null;
    throw error;
  }
}

async function tryTransaction(
  source: ChainSource,
  attempt: CallAttempt,
  { code, postProcess }: CalledContract,
): Promise<Trial> {
  assertDefinitionKnown(source, code.method);
  const { from } = attempt;
  const members = [...membersOf(attempt), ["timestamp", attempt.timestampUs], ["from", from]] as const;
  const transaction = unsignedTransaction(new Map<string, Value>(members));
  const { transaction: parameters, hash, size } = transaction;
  assertParameters(code.method, parameters, "transaction");
  const call: Call = {
    program: code.program,
    postProcess: postProcess?.program ?? null,
    parameters,
    implicit: { from, hash, size },
  };
  const state = await loadState(source, collectStateKeys(call));
  return { ...tryContract(call, state), transaction, from, height: source.height };
}

async function tryRequest(source: ChainSource, attempt: CallAttempt, code: RegisteredCode): Promise<Trial> {
  const { request: parameters } = readRequest(new Map<string, Value>(membersOf(attempt)));
  assertParameters(code.method, parameters, "request");
  const call: Call = { program: code.program, postProcess: null, parameters, implicit: null };
  const tree = new TraceTree();
  let state = new WorkingState(NO_CELLS);
  const execution = await answerRequest(
    call,
    {
      loadState: async (keys) => (state = await loadState(source, keys)),
      answer: (query) => source.answer(query),
    },
    tree,
  );
  const outcome = describeRun(call, execution, tree.roots, state);
  return { ...outcome, transaction: null, from: null, height: source.height };
}

function membersOf({ type, cid, parameters }: CallAttempt): readonly (readonly [string, Value])[] {
  return [["type", type], ...(cid === undefined ? [] : [["cid", cid] as const]), ...parameters];
}

function assertParameters({ parameters }: Method, given: ValueMap, carrier: Carrier): void {
  const failure = findParameterFailure(parameters, given, carrier);
  if (failure !== null) throw new ChainError("PARAMETER_INVALID", failure);
}

const NO_CELLS: Readonly<Record<"universal" | "local", LoadedCells>> = {
  universal: new Map(),
  local: new Map(),
};

/** The cells that a call names. One whose read pass fails names none, and fails again when it is executed. */
async function loadState(source: ChainSource, keys: StateKeys): Promise<WorkingState> {
  if (!keys.ok) return new WorkingState(NO_CELLS);
  const [universal, local] = await Promise.all([
    source.readCells("universal", keys.universal),
    source.readCells("local", keys.local),
  ]);
  return new WorkingState({ universal, local });
}
