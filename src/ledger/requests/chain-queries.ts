import { canonicalJson } from "../../codec/canonical-json.js";
import { mapToValue, type Value } from "../../codec/value.js";
import { SYSTEM_REQUESTS } from "../../records/operations/system-requests.js";
import type { ChainQuery } from "../../vm/chain-view.js";
import { JSON_WORK, MAX_REQUEST_WORK } from "../../vm/machine.js";
import { answerToText } from "../answer.js";
import { codeCount, getCode, listCode } from "./codes.js";
import { blockCount, getBlock, getBlocks, listBlock } from "./main-blocks.js";
import {
  getResourceBlock,
  getResourceBlocks,
  listResourceBlock,
  resourceBlockCount,
} from "./resource-blocks.js";
import type { RequestContext, Answerer } from "./answerer.js";
import { getTransaction, listTransaction, transactionCount } from "./transactions.js";

/** Who answers the operators: the node's own store, or another node. */
export interface ChainAnswers {
  /** JSON text of what the system request that an operator is named after answers, by its parameters' names. */
  request(operator: RequestOperator, parameters: ReadonlyMap<string, Value>): Promise<string>;
  listUniversal(query: ListUniversal): Promise<string>;
}

/** What is longer would be more than a request may work through (docs/adr/0009-work.md). */
const MAX_ANSWER_LENGTH = MAX_REQUEST_WORK / JSON_WORK;

const NOTHING = "[]";

/** Answers what request code asks the chain, from the ledger as it is. */
export function answerChainQuery(context: RequestContext, query: ChainQuery): Promise<string> {
  return answerChainQueryFrom(
    {
      request: async (operator, parameters) =>
        answerToText(
          await REQUESTS[operator](context, (name) => parameters.get(name) ?? null),
          MAX_ANSWER_LENGTH,
        ),
      listUniversal: (listed) => listUniversal(context, listed),
    },
    query,
  );
}

/**
 * Answers what request code asks the chain (PROTOCOL 7). The operators ask what the system requests answer, by
 * position instead of by name; where a page or count is outside what those allow, they have nothing.
 */
export async function answerChainQueryFrom(answers: ChainAnswers, query: ChainQuery): Promise<string> {
  switch (query.operator) {
    case "list_universal":
      return answers.listUniversal(query);
    case "list_block":
      return ask(answers, { ...query, sort: query.sort === 1 ? 1 : -1 });
    case "get_transaction":
      // Without a target the request gives the latest, the operator nothing.
      return query.target === "" ? NOTHING : ask(answers, query);
    default:
      return ask(answers, query);
  }
}

export type ListUniversal = Extract<ChainQuery, { operator: "list_universal" }>;
export type RequestOperator = Exclude<ChainQuery["operator"], "list_universal">;

/** Cells in one answer to `$list_universal`. */
const MAX_LIST_UNIVERSAL = 1000;

const REQUESTS: Readonly<Record<RequestOperator, Answerer>> = {
  get_block: getBlock,
  get_resource_block: getResourceBlock,
  get_blocks: getBlocks,
  get_resource_blocks: getResourceBlocks,
  list_block: listBlock,
  list_resource_block: listResourceBlock,
  get_transaction: getTransaction,
  list_transaction: listTransaction,
  list_code: listCode,
  get_code: getCode,
  block_count: blockCount,
  transaction_count: transactionCount,
  code_count: codeCount,
  resource_block_count: resourceBlockCount,
};

async function ask(answers: ChainAnswers, query: Exclude<ChainQuery, ListUniversal>): Promise<string> {
  const { operator, ...given } = query;
  if ("page" in query && (query.page < 1 || query.count < 1 || query.count > maxCountOf(operator)))
    return NOTHING;
  const parameters = new Map<string, Value>();
  for (const [name, value] of Object.entries(given)) {
    parameters.set(name, typeof value === "number" ? BigInt(value) : value);
  }
  return answers.request(operator, parameters);
}

/** The request that an operator is named after: `get_resource_block` → `GetResourceBlock`. */
export function requestTypeOf(operator: RequestOperator): string {
  return operator.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function maxCountOf(operator: RequestOperator): number {
  const parameters = SYSTEM_REQUESTS.get(requestTypeOf(operator))?.parameters ?? [];
  return parameters.find(({ name }) => name === "count")?.maximum ?? 0;
}

async function listUniversal(
  { store }: RequestContext,
  { prefix, page, count }: ListUniversal,
): Promise<string> {
  if (page < 1 || count < 1) return NOTHING;
  const entries = await store.listState("universal", prefix, {
    page,
    count: Math.min(count, MAX_LIST_UNIVERSAL),
  });
  return canonicalJson(
    mapToValue(new Map(entries.map(({ key, value }) => [key.slice(prefix.length), value]))),
  );
}
