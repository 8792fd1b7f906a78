import type { RequestRecord } from "../../records/request.js";
import type { Answer } from "../answer.js";
import { answerSystemRequest } from "./answer-system-request.js";
import { runRequestCode, type RunningContext } from "./run-request-code.js";

/**
 * Answers a request against the current state (PROTOCOL 5.7): a system request, or registered request code. System
 * requests belong to the root space and cannot be shadowed (PROTOCOL 6.8).
 */
export async function answerRequest(context: RunningContext, record: RequestRecord): Promise<Answer> {
  const isRoot = record.cid === null || record.cid === context.network.rootCid;
  const answer = isRoot ? await answerSystemRequest(context, record) : null;
  if (answer === null) return runRequestCode(context, record);
  return { ...answer, isSystemRequest: true };
}
