import { ChainError } from "../../codec/chain-error.js";
import type { Value } from "../../codec/value.js";
import { findParameterFailure } from "../../records/parameter.js";
import type { RequestRecord } from "../../records/request.js";
import { answerRequest, type Call } from "../../vm/machine.js";
import { loadCells } from "../execute-transactions.js";
import { executionFailed } from "../prepared-transaction.js";
import { WorkingState } from "../working-state.js";
import type { RequestContext } from "./answerer.js";
import { answerChainQuery } from "./chain-queries.js";

/** Runs registered request code against the current state; nothing is stored (PROTOCOL 5, 7). */
export async function runRequestCode(
  context: RequestContext,
  { cid, type, request }: RequestRecord,
): Promise<Value> {
  const { method, program } = context.registry.request(cid, type);
  const failure = findParameterFailure(method.parameters, request, "request");
  if (failure !== null) throw new ChainError("PARAMETER_INVALID", failure);
  const call: Call = { program, postProcess: null, parameters: request, implicit: null };
  const execution = await answerRequest(call, {
    loadState: async (cells) => new WorkingState(await loadCells(context.store, [{ cells }])),
    answer: (query) => answerChainQuery(context, query),
  });
  if (!execution.ok) throw executionFailed(execution.message);
  return execution.result;
}
