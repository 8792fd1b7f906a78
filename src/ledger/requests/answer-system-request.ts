import { BLOCK_COUNT } from "../../records/operations/requests/block-count.js";
import { CODE_COUNT } from "../../records/operations/requests/code-count.js";
import { GET_BLOCK } from "../../records/operations/requests/get-block.js";
import { GET_BLOCKS } from "../../records/operations/requests/get-blocks.js";
import { GET_CODE } from "../../records/operations/requests/get-code.js";
import { GET_RESOURCE } from "../../records/operations/requests/get-resource.js";
import { GET_RESOURCE_BLOCK } from "../../records/operations/requests/get-resource-block.js";
import { GET_RESOURCE_BLOCKS } from "../../records/operations/requests/get-resource-blocks.js";
import { GET_TRANSACTION } from "../../records/operations/requests/get-transaction.js";
import { LIST_BLOCK } from "../../records/operations/requests/list-block.js";
import { LIST_CODE } from "../../records/operations/requests/list-code.js";
import { LIST_RESOURCE_BLOCK } from "../../records/operations/requests/list-resource-block.js";
import { LIST_TRANSACTION } from "../../records/operations/requests/list-transaction.js";
import { RESOURCE_BLOCK_COUNT } from "../../records/operations/requests/resource-block-count.js";
import { TRANSACTION_COUNT } from "../../records/operations/requests/transaction-count.js";
import { SYSTEM_REQUESTS, type SystemRequestType } from "../../records/operations/system-requests.js";
import type { RequestRecord } from "../../records/request.js";
import type { Answer } from "../answer.js";
import type { RequestContext, Answerer } from "./answerer.js";
import { assertArguments } from "./arguments.js";
import { countBlocks } from "./block-count.js";
import { countCode } from "./code-count.js";
import { getBlock } from "./get-block.js";
import { getBlocks } from "./get-blocks.js";
import { getCode } from "./get-code.js";
import { getResource } from "./get-resource.js";
import { getResourceBlock } from "./get-resource-block.js";
import { getResourceBlocks } from "./get-resource-blocks.js";
import { getTransaction } from "./get-transaction.js";
import { listBlock } from "./list-block.js";
import { listCode } from "./list-code.js";
import { listResourceBlock } from "./list-resource-block.js";
import { listTransaction } from "./list-transaction.js";
import { countResourceBlocks } from "./resource-block-count.js";
import { countTransactions } from "./transaction-count.js";

/** The handlers of the fifteen system requests (PROTOCOL 13, docs/rpc.md). */
export const ANSWERERS: Readonly<Record<SystemRequestType, Answerer>> = {
  [GET_BLOCK.type]: getBlock,
  [LIST_BLOCK.type]: listBlock,
  [BLOCK_COUNT.type]: countBlocks,
  [GET_TRANSACTION.type]: getTransaction,
  [LIST_TRANSACTION.type]: listTransaction,
  [TRANSACTION_COUNT.type]: countTransactions,
  [GET_CODE.type]: getCode,
  [LIST_CODE.type]: listCode,
  [CODE_COUNT.type]: countCode,
  [GET_RESOURCE_BLOCK.type]: getResourceBlock,
  [LIST_RESOURCE_BLOCK.type]: listResourceBlock,
  [RESOURCE_BLOCK_COUNT.type]: countResourceBlocks,
  [GET_BLOCKS.type]: getBlocks,
  [GET_RESOURCE_BLOCKS.type]: getResourceBlocks,
  [GET_RESOURCE.type]: getResource,
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
