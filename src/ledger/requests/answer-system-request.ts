import {
  REQUESTS,
  SYSTEM_REQUESTS,
  type SystemRequestType,
} from "../../records/operations/system-requests.js";
import type { RequestRecord } from "../../records/request.js";
import type { Answer } from "../answer.js";
import type { RequestContext, Answerer } from "./answerer.js";
import { assertArguments } from "./arguments.js";
import { countBlocks, getBlock, getBlocks, listBlock } from "./main-blocks.js";
import { countCode, getCode, listCode } from "./codes.js";
import { getResource } from "./get-resource.js";
import {
  getResourceBlock,
  getResourceBlocks,
  listResourceBlock,
  countResourceBlocks,
} from "./resource-blocks.js";
import { getTransaction, listTransaction, countTransactions } from "./transactions.js";

/** The handlers of the fifteen system requests (PROTOCOL 13, docs/rpc.md). */
export const ANSWERERS: Readonly<Record<SystemRequestType, Answerer>> = {
  [REQUESTS.GET_BLOCK.type]: getBlock,
  [REQUESTS.LIST_BLOCK.type]: listBlock,
  [REQUESTS.BLOCK_COUNT.type]: countBlocks,
  [REQUESTS.GET_TRANSACTION.type]: getTransaction,
  [REQUESTS.LIST_TRANSACTION.type]: listTransaction,
  [REQUESTS.TRANSACTION_COUNT.type]: countTransactions,
  [REQUESTS.GET_CODE.type]: getCode,
  [REQUESTS.LIST_CODE.type]: listCode,
  [REQUESTS.CODE_COUNT.type]: countCode,
  [REQUESTS.GET_RESOURCE_BLOCK.type]: getResourceBlock,
  [REQUESTS.LIST_RESOURCE_BLOCK.type]: listResourceBlock,
  [REQUESTS.RESOURCE_BLOCK_COUNT.type]: countResourceBlocks,
  [REQUESTS.GET_BLOCKS.type]: getBlocks,
  [REQUESTS.GET_RESOURCE_BLOCKS.type]: getResourceBlocks,
  [REQUESTS.GET_RESOURCE.type]: getResource,
};

const BY_TYPE: ReadonlyMap<string, Answerer> = new Map(Object.entries(ANSWERERS));

/** Answers a system request; null for an unknown name. Throws with the protocol's text when a parameter is invalid. */
export async function answerSystemRequest(
  context: RequestContext,
  { type, request }: RequestRecord,
): Promise<Answer | null> {
  const definition = SYSTEM_REQUESTS.get(type);
  const answer = BY_TYPE.get(type);
  if (definition === undefined || answer === undefined) return null;
  assertArguments(definition.parameters, request);
  return answer(context, (name) => request.get(name) ?? null);
}
