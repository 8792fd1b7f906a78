import { SYSTEM_REQUESTS } from "../../records/operations/system-requests.js";
import type { RequestRecord } from "../../records/request.js";
import type { Answer } from "../answer.js";
import { assertArguments } from "./arguments.js";
import { codeCount, getCode, listCode } from "./codes.js";
import { blockCount, getBlock, getBlocks, listBlock } from "./main-blocks.js";
import {
  getResourceBlock,
  getResourceBlocks,
  listResourceBlock,
  resourceBlockCount,
} from "./resource-blocks.js";
import { getResource } from "./resource.js";
import type { RequestContext, Answerer } from "./answerer.js";
import { getTransaction, listTransaction, transactionCount } from "./transactions.js";

/** The fifteen system requests (PROTOCOL 13, docs/rpc.md). */
const ANSWERERS: ReadonlyMap<string, Answerer> = new Map([
  ["GetBlock", getBlock],
  ["ListBlock", listBlock],
  ["BlockCount", blockCount],
  ["GetTransaction", getTransaction],
  ["ListTransaction", listTransaction],
  ["TransactionCount", transactionCount],
  ["GetCode", getCode],
  ["ListCode", listCode],
  ["CodeCount", codeCount],
  ["GetResourceBlock", getResourceBlock],
  ["ListResourceBlock", listResourceBlock],
  ["ResourceBlockCount", resourceBlockCount],
  ["GetBlocks", getBlocks],
  ["GetResourceBlocks", getResourceBlocks],
  ["GetResource", getResource],
]);

/** Returns the answerer of an existing system request. */
export function systemAnswererOf(type: string): Answerer {
  const answerer = ANSWERERS.get(type);
  if (answerer === undefined) throw new TypeError(`There is no system request ${type}. `);
  return answerer;
}

/** Answers a system request; null for an unknown name. Throws with the protocol's text when a parameter is invalid. */
export async function answerSystemRequest(
  context: RequestContext,
  record: RequestRecord,
): Promise<Answer | null> {
  const definition = SYSTEM_REQUESTS.get(record.type);
  const answer = ANSWERERS.get(record.type);
  if (definition === undefined || answer === undefined) return null;
  assertArguments(definition.parameters, record.request);
  return answer(context, (name) => record.request.get(name) ?? null);
}
