import { canonicalJson } from "../../codec/canonical-json.js";
import { padStateKey } from "../../codec/state-key.js";
import { mapToValue, objectToValue, type Value } from "../../codec/value.js";
import { isTimeHash } from "../../records/fields.js";
import type { ParameterName, SystemRequest } from "../../records/operations/operation.js";
import { BLOCK_COUNT } from "../../records/operations/requests/block-count.js";
import { CODE_COUNT } from "../../records/operations/requests/code-count.js";
import { GET_BLOCK } from "../../records/operations/requests/get-block.js";
import { GET_BLOCKS } from "../../records/operations/requests/get-blocks.js";
import { GET_CODE } from "../../records/operations/requests/get-code.js";
import { GET_RESOURCE_BLOCK } from "../../records/operations/requests/get-resource-block.js";
import { GET_RESOURCE_BLOCKS } from "../../records/operations/requests/get-resource-blocks.js";
import { GET_TRANSACTION } from "../../records/operations/requests/get-transaction.js";
import { LIST_BLOCK } from "../../records/operations/requests/list-block.js";
import { LIST_CODE } from "../../records/operations/requests/list-code.js";
import { LIST_RESOURCE_BLOCK } from "../../records/operations/requests/list-resource-block.js";
import { LIST_TRANSACTION } from "../../records/operations/requests/list-transaction.js";
import { RESOURCE_BLOCK_COUNT } from "../../records/operations/requests/resource-block-count.js";
import { TRANSACTION_COUNT } from "../../records/operations/requests/transaction-count.js";
import type { KnownRequest } from "../../records/operations/system-requests.js";
import type { BlockName, ChainQuery } from "../../vm/chain-view.js";
import { COSTS, MAX_REQUEST_WORK } from "../../vm/machine.js";
import { answerToText } from "../answer.js";
import { ANSWERERS } from "./answer-system-request.js";
import type { Answerer, RequestContext } from "./answerer.js";
import { blocksInWindow } from "./blocks-in-window.js";

/** Sends a system request and returns the JSON text of its answer. */
type Ask = <Definition extends KnownRequest>(
  definition: Definition,
  members?: { readonly [Name in ParameterName<Definition>]?: Value },
) => Promise<string>;

/** A longer answer would exceed what a request may work through (docs/adr/0009-work.md). */
const MAX_ANSWER_LENGTH = MAX_REQUEST_WORK / COSTS.json;

const NOTHING = "[]";
const NO_CODES = canonicalJson(objectToValue({ contracts: [], requests: [] }));
const COUNTS = {
  block_count: BLOCK_COUNT,
  transaction_count: TRANSACTION_COUNT,
  code_count: CODE_COUNT,
  resource_block_count: RESOURCE_BLOCK_COUNT,
} as const;

/** A height that no block has. */
const NO_BLOCK = 0n;

/**
 * Answers request code's queries of the chain (PROTOCOL 7.35, 7.36, 7.37, 7.38, 7.39) through system requests. The
 * answers have the shape of system requests: `readChainAnswer` gives them the operator's.
 */
export async function answerChainQuery(context: RequestContext, query: ChainQuery): Promise<string> {
  const windowed = blocksInWindow(query);
  const ask: Ask = async ({ type }, members = {}) => {
    const given = new Map<string, Value>(Object.entries(members));
    const answerer: Answerer = windowed ?? ANSWERERS[type];
    return answerToText(await answerer(context, (name) => given.get(name) ?? null), MAX_ANSWER_LENGTH);
  };
  switch (query.operator) {
    case "get_block":
    case "get_resource_block": {
      const request = query.operator === "get_block" ? GET_BLOCK : GET_RESOURCE_BLOCK;
      return ask(request, { target: toTarget(query.target), full: query.full });
    }
    case "get_blocks":
    case "get_resource_blocks": {
      const request = query.operator === "get_blocks" ? GET_BLOCKS : GET_RESOURCE_BLOCKS;
      return ask(request, { target: BigInt(query.from), full: query.full });
    }
    case "list_block":
    case "list_resource_block":
      return listBlocks(query, ask);
    case "get_transaction":
      if (query.hash === null) return ask(GET_TRANSACTION);
      return isTimeHash(query.hash) ? ask(GET_TRANSACTION, { target: query.hash }) : NOTHING;
    case "list_transaction":
      if (query.count < 1) return NOTHING;
      return ask(LIST_TRANSACTION, { page: 1n, count: countUpTo(LIST_TRANSACTION, query.count) });
    case "get_code":
      return ask(GET_CODE, { ctype: query.ctype, target: query.target });
    case "list_code":
      if (query.count < 1) return NO_CODES;
      return ask(LIST_CODE, { page: BigInt(query.page), count: BigInt(query.count) });
    case "list_universal":
      return query.count < 1 ? NOTHING : listUniversal(context, query);
    default:
      return ask(COUNTS[query.operator]);
  }
}

/** Text that is not a blockhash names no block (PROTOCOL 7.36): a system request would read "5" as a height. */
function toTarget(target: BlockName): Value {
  if (target === null) return null;
  if (typeof target === "number") return target < 1 ? NO_BLOCK : BigInt(target);
  return isTimeHash(target) ? target : NO_BLOCK;
}

/** A page before the first one is above the tip, where the recorded node finds the empty block. */
async function listBlocks(
  { operator, page, count }: Extract<ChainQuery, { operator: "list_block" | "list_resource_block" }>,
  ask: Ask,
): Promise<string> {
  const isMain = operator === "list_block";
  if (count < 1) return NOTHING;
  if (page < 1)
    return `[${await ask(isMain ? GET_BLOCK : GET_RESOURCE_BLOCK, { target: NO_BLOCK, full: false })}]`;
  const request = isMain ? LIST_BLOCK : LIST_RESOURCE_BLOCK;
  const order: Readonly<Record<string, Value>> = isMain ? { sort: 1n } : {};
  return ask(request, { page: BigInt(page), count: countUpTo(request, count), ...order });
}

/** As many as the system request returns at once. */
function countUpTo({ parameters }: SystemRequest, count: number): bigint {
  return BigInt(Math.min(count, parameters.find(({ name }) => name === "count")?.maximum ?? count));
}

async function listUniversal(
  { store }: RequestContext,
  { prefix, page, count }: Extract<ChainQuery, { operator: "list_universal" }>,
): Promise<string> {
  const entries = await store.listState("universal", prefix, { page: page + 1, count });
  return canonicalJson(mapToValue(new Map(entries.map(({ key, value }) => [padStateKey(key), value]))));
}
