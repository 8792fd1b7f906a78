import type { RequestRecord } from "../../records/request.js";
import type { Answer } from "../answer.js";
import { answerSystemRequest } from "./answer-system-request.js";
import { runRequestCode } from "./run-request-code.js";
import type { RequestContext } from "./answerer.js";

/**
 * Answers a request against the state as it is now: a system request, or registered request code (SPEC, Request). System
 * requests are the root space's and cannot be shadowed (PROTOCOL 6).
 */
export async function answerRequest(context: RequestContext, record: RequestRecord): Promise<Answer> {
  const isRoot = record.cid === null || record.cid === context.network.rootCid;
  const answer = isRoot ? await answerSystemRequest(context, record) : null;
  if (answer === null) return runRequestCode(context, record);
  return { ...answer, isSystemRequest: true };
}
