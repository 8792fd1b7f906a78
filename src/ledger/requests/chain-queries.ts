import { valueToText } from "../../codec/text.js";
import { EMPTY, entriesOf, isContainer, mapToValue, memberOf, type Value } from "../../codec/value.js";
import type { ChainQuery } from "../../vm/chain-view.js";
import { MAX_REQUEST_WORK, WALK_WORK } from "../../vm/machine.js";
import { answerToValue } from "../answer.js";
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
  /** What the system request that an operator is named after answers, by its parameters' names. */
  request(operator: RequestOperator, parameters: ReadonlyMap<string, Value>): Promise<Value>;
  listUniversal(query: ListUniversal): Promise<Value>;
}

/** What is longer would be more than a request may work through (docs/adr/0009-work.md). */
const MAX_ANSWER_LENGTH = MAX_REQUEST_WORK / WALK_WORK;

/** Answers what request code asks the chain, from the ledger as it is. */
export function answerChainQuery(context: RequestContext, query: ChainQuery): Promise<Value> {
  return answerChainQueryFrom(
    {
      request: async (operator, parameters) =>
        answerToValue(
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
export async function answerChainQueryFrom(answers: ChainAnswers, query: ChainQuery): Promise<Value> {
  switch (query.operator) {
    case "list_universal":
      return answers.listUniversal(query);
    case "list_block":
      return byBlockhash(await ask(answers, { ...query, sort: query.sort === 1 ? 1 : -1 }));
    case "list_resource_block":
      return byBlockhash(await ask(answers, query));
    case "get_transaction":
      // Without a target the request gives the latest, the operator nothing.
      return query.target === "" ? EMPTY : ask(answers, query);
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

async function ask(answers: ChainAnswers, query: Exclude<ChainQuery, ListUniversal>): Promise<Value> {
  const { operator, ...given } = query;
  const parameters = new Map<string, Value>();
  for (const [name, value] of Object.entries(given)) {
    if ((name === "page" || name === "count") && Number(value) < 1) return EMPTY;
    parameters.set(name, typeof value === "number" ? BigInt(value) : value);
  }
  return answers.request(operator, parameters);
}

async function listUniversal(
  { store }: RequestContext,
  { prefix, page, count }: ListUniversal,
): Promise<Value> {
  if (page < 1 || count < 1) return EMPTY;
  const entries = await store.listState("universal", prefix, {
    page,
    count: Math.min(count, MAX_LIST_UNIVERSAL),
  });
  return mapToValue(new Map(entries.map(({ key, value }) => [key.slice(prefix.length), value])));
}

function byBlockhash(blocks: Value): Value {
  if (!isContainer(blocks)) return EMPTY;
  const byHash = new Map<string, Value>();
  for (const [, block] of entriesOf(blocks))
    byHash.set(valueToText(memberOf(block, "blockhash") ?? null), block);
  return mapToValue(byHash);
}
