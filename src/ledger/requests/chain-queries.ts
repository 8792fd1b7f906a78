import { parseJson } from "../../codec/parse-json.js";
import { valueToText } from "../../codec/text.js";
import { EMPTY, entriesOf, isContainer, mapToValue, memberOf, type Value } from "../../codec/value.js";
import type { ChainQuery } from "../../vm/chain-view.js";
import type { Answer } from "../answer.js";
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

/**
 * Answers what request code asks the chain (PROTOCOL 7). The operators ask what the system requests answer, by
 * position instead of by name; where a page or count is outside what those allow, they have nothing.
 */
export async function answerChainQuery(context: RequestContext, query: ChainQuery): Promise<Value> {
  switch (query.operator) {
    case "list_universal":
      return listUniversal(context, query);
    case "list_block": {
      const { page, count, sort } = query;
      return byBlockhash(await ask(context, listBlock, { page, count, sort: sort === 1 ? 1 : -1 }));
    }
    case "list_resource_block":
      return byBlockhash(await ask(context, listResourceBlock, query));
    case "get_transaction":
      // Without a target the request gives the latest, the operator nothing.
      return query.target === "" ? EMPTY : ask(context, getTransaction, query);
    default:
      return ask(context, REQUESTS[query.operator], query);
  }
}

/** Cells in one answer to `$list_universal`. */
const MAX_LIST_UNIVERSAL = 1000;

const REQUESTS = {
  get_block: getBlock,
  get_resource_block: getResourceBlock,
  get_blocks: getBlocks,
  get_resource_blocks: getResourceBlocks,
  list_transaction: listTransaction,
  list_code: listCode,
  get_code: getCode,
  block_count: blockCount,
  transaction_count: transactionCount,
  code_count: codeCount,
  resource_block_count: resourceBlockCount,
} as const satisfies Partial<Record<ChainQuery["operator"], Answerer>>;

type Arguments = Readonly<Record<string, string | number | boolean>>;

async function ask(context: RequestContext, request: Answerer, given: object): Promise<Value> {
  const { page, count } = given as { page?: number; count?: number };
  if ((page ?? 1) < 1 || (count ?? 1) < 1) return EMPTY;
  const argument = (name: string): Value => toValue((given as Arguments)[name]);
  return answerToValue(await request(context, argument));
}

async function listUniversal(
  { store }: RequestContext,
  { prefix, page, count }: Extract<ChainQuery, { operator: "list_universal" }>,
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

/** The answer's data as a value, its text read again where it is text. */
async function answerToValue(answer: Answer): Promise<Value> {
  if ("value" in answer) return answer.value;
  if (typeof answer.json === "string") return parseJson(answer.json);
  let text = "";
  for await (const piece of answer.json) text += piece;
  return parseJson(text);
}

function toValue(argument: string | number | boolean | undefined): Value {
  if (argument === undefined) return null;
  return typeof argument === "number" ? BigInt(argument) : argument;
}
