import { attempted } from "../../codec/chain-error.js";
import type { Value, ValueMap } from "../../codec/value.js";
import type { CalledContract, RegisteredCode } from "../../ledger/code-registry.js";
import { fetching } from "../../ledger/machine/fetching.js";
import type { CodeKind } from "../../records/code-layout.js";
import { readRequest } from "../../records/request.js";
import { networkMembers } from "../../records/transaction-rules.js";
import { unsignedTransaction } from "../../records/transaction.js";
import { parameterUse, type ParameterUse } from "../../records/parameter-use.js";
import { runRequest, TraceTree, type ProgramCall, type StateView } from "../../vm/machine.js";
import type { ReadChain } from "../read-chain.js";
import { stateBefore } from "./cell-uses.js";
import { describeRun, loadState, type Trial } from "./trial.js";
import { assertCodeParameters, tryTransaction } from "./try-transaction.js";
import { codeUnknown } from "../../client/errors.js";

export interface CallAttempt {
  readonly type: string;
  /** By default a contract of this name, or a request when there is no such contract. */
  readonly kind: CodeKind | undefined;
  readonly cid: string | undefined;
  readonly parameters: ValueMap;
  readonly from: string;
  readonly timestampUs: bigint;
}

/** Runs a call on the chain's state. Throws the protocol's text when the name is unknown or a parameter is invalid. */
export async function tryCall(chain: ReadChain, attempt: CallAttempt): Promise<Trial> {
  const found = findCode(chain, attempt);
  if (!("postProcess" in found)) return tryRequest(chain, attempt, found);
  const { from, timestampUs } = attempt;
  const members = [
    ...networkMembers(chain.network),
    ...membersOf(attempt),
    ["timestamp", timestampUs],
    ["from", from],
  ] as const;
  return tryTransaction(chain, unsignedTransaction(new Map<string, Value>(members)), from);
}

/** Returns what the called code uses its parameters as. Throws when the name is unknown. */
export function parameterUseOf(
  chain: ReadChain,
  attempt: Pick<CallAttempt, "type" | "kind" | "cid">,
): ParameterUse {
  const found = findCode(chain, attempt);
  return parameterUse(("postProcess" in found ? found.code : found).method);
}

function findCode(
  { codes: { registry } }: Pick<ReadChain, "codes">,
  { type, kind, cid }: Pick<CallAttempt, "type" | "kind" | "cid">,
): CalledContract | RegisteredCode {
  const space = cid ?? null;
  if (kind === "request") return registry.request(space, type);
  const contract = attempted(() => registry.contract(space, type), null, "CONTRACT_MISSING");
  const code =
    contract ??
    (kind === undefined ? attempted(() => registry.request(space, type), null, "REQUEST_MISSING") : null);
  if (code !== null) return code;
  throw codeUnknown({ code: type });
}

async function tryRequest(chain: ReadChain, attempt: CallAttempt, code: RegisteredCode): Promise<Trial> {
  const { request: parameters } = readRequest(new Map<string, Value>(membersOf(attempt)));
  assertCodeParameters(code.method, parameters, "request");
  const { ruleSet: rules } = chain.network;
  const call: ProgramCall = { program: code.program, postProcess: null, parameters, implicit: null, rules };
  const tree = new TraceTree();
  const nothing: StateView = { read: () => undefined };
  let before = stateBefore(call, { ok: true, universal: [], local: [], work: 0, cost: 0 }, nothing);
  const execution = await runRequest(
    call,
    {
      async loadState(keys) {
        const { state, length } = await loadState(chain, keys);
        before = stateBefore(call, keys, state);
        return { view: state, length };
      },
      answer: (query) => chain.answer(query),
    },
    { tracer: tree },
  );
  const outcome = await fetching(before.state, () => describeRun(execution, tree.roots, before));
  return { ...outcome, transaction: null, from: null, height: chain.height };
}

function membersOf({ type, cid, parameters }: CallAttempt): readonly (readonly [string, Value])[] {
  return [["type", type], ...(cid === undefined ? [] : [["cid", cid] as const]), ...parameters];
}
