import type { SystemRequest } from "./operation.js";
import { BLOCK_COUNT } from "./requests/block-count.js";
import { CODE_COUNT } from "./requests/code-count.js";
import { GET_BLOCK } from "./requests/get-block.js";
import { GET_BLOCKS } from "./requests/get-blocks.js";
import { GET_CODE } from "./requests/get-code.js";
import { GET_RESOURCE } from "./requests/get-resource.js";
import { GET_RESOURCE_BLOCK } from "./requests/get-resource-block.js";
import { GET_RESOURCE_BLOCKS } from "./requests/get-resource-blocks.js";
import { GET_TRANSACTION } from "./requests/get-transaction.js";
import { LIST_BLOCK } from "./requests/list-block.js";
import { LIST_CODE } from "./requests/list-code.js";
import { LIST_RESOURCE_BLOCK } from "./requests/list-resource-block.js";
import { LIST_TRANSACTION } from "./requests/list-transaction.js";
import { RESOURCE_BLOCK_COUNT } from "./requests/resource-block-count.js";
import { TRANSACTION_COUNT } from "./requests/transaction-count.js";

export const REQUESTS = {
  GET_BLOCK,
  LIST_BLOCK,
  BLOCK_COUNT,
  GET_TRANSACTION,
  LIST_TRANSACTION,
  TRANSACTION_COUNT,
  GET_CODE,
  LIST_CODE,
  CODE_COUNT,
  GET_RESOURCE_BLOCK,
  LIST_RESOURCE_BLOCK,
  RESOURCE_BLOCK_COUNT,
  GET_BLOCKS,
  GET_RESOURCE_BLOCKS,
  GET_RESOURCE,
} as const satisfies Readonly<Record<string, SystemRequest>>;

export type KnownRequest = (typeof REQUESTS)[keyof typeof REQUESTS];
export type SystemRequestType = KnownRequest["type"];

/** The fifteen system requests by `type`, in the order of docs/rpc.md. */
export const SYSTEM_REQUESTS: ReadonlyMap<string, SystemRequest> = new Map(
  Object.values(REQUESTS).map((definition) => [definition.type, definition]),
);
