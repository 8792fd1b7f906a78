import { parameterInvalid } from "../../records/errors.js";
import { findParameterFailure } from "../../records/parameter.js";
import type { RequestRecord } from "../../records/request.js";
import { executionFailed } from "../../vm/errors.js";
import type { ProgramCall } from "../../vm/machine.js";
import type { Answer } from "../answer.js";
import { loadCellsUpTo } from "../counted-cells.js";
import type { Runners } from "../machine/runner.js";
import { answerSystemRequest } from "./answer-system-request.js";
import type { RequestContext } from "./answerer.js";
import { answerChainQuery } from "./chain-queries.js";

/**
 * Answers a request against the current state (PROTOCOL 5.7): a system request, or registered request code. System
 * requests belong to the root space and cannot be shadowed (PROTOCOL 6.8).
 */
export async function answerRequest(context: LedgerView, record: RequestRecord): Promise<Answer> {
  const isRoot = record.cid === null || record.cid === context.network.rootCid;
  const answer = isRoot ? await answerSystemRequest(context, record) : null;
  if (answer === null) return runRequestCode(context, record);
  return { ...answer, isSystemRequest: true };
}

/** A ledger as those see it who only read: with what runs their calls. */
export interface LedgerView extends RequestContext {
  readonly runners: Pick<Runners, "callers">;
}

/** Runs registered request code against the current state; nothing is stored (PROTOCOL 5.7). */
async function runRequestCode(context: LedgerView, { cid, type, request }: RequestRecord): Promise<Answer> {
  const { method, program } = context.registry.request(cid, type);
  const failure = findParameterFailure(method.parameters, request, "request");
  if (failure !== null) throw parameterInvalid({ message: failure });
  const { ruleSet: rules } = context.network;
  const call: ProgramCall = { program, postProcess: null, parameters: request, implicit: null, rules };
  const outcome = await context.runners.callers.answer(call, {
    loadState: (cells, maxLength) => loadCellsUpTo(context.store, cells, maxLength),
    answer: (query) => answerChainQuery(context, query),
  });
  if (!outcome.ok) throw executionFailed({ message: outcome.message });
  return outcome.answer;
}
