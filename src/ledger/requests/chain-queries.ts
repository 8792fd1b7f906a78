import { canonicalJson } from "../../codec/canonical-json.js";
import { padStateKey } from "../../codec/state-key.js";
import { mapToValue, objectToValue, type Value } from "../../codec/value.js";
import { isTimeHash } from "../../records/fields.js";
import { SYSTEM_REQUESTS } from "../../records/operations/system-requests.js";
import type { BlockName, ChainQuery } from "../../vm/chain-view.js";
import { COSTS, MAX_REQUEST_WORK } from "../../vm/machine.js";
import { answerToText } from "../answer.js";
import { systemAnswererOf } from "./answer-system-request.js";
import type { Answerer, RequestContext } from "./answerer.js";
import { blocksInWindow } from "./blocks-in-window.js";

/** The source of the operators' answers: the node's own store, or another node. */
export interface ChainAnswers {
  /** Returns the JSON text of a system request's answer. */
  request(type: string, parameters: ReadonlyMap<string, Value>): Promise<string>;
  listUniversal(query: ListUniversal): Promise<string>;
}

export type ListUniversal = Extract<ChainQuery, { operator: "list_universal" }>;

/** A longer answer would exceed what a request may work through (docs/adr/0009-work.md). */
const MAX_ANSWER_LENGTH = MAX_REQUEST_WORK / COSTS.json;

const NOTHING = "[]";
const NO_CODES = canonicalJson(objectToValue({ contracts: [], requests: [] }));
const COUNTS = {
  block_count: "BlockCount",
  transaction_count: "TransactionCount",
  code_count: "CodeCount",
  resource_block_count: "ResourceBlockCount",
} as const;

/** A height that no block has. */
const NO_BLOCK = 0n;

/** Answers request code's queries of the chain from the ledger as it is. */
export function answerChainQuery(context: RequestContext, query: ChainQuery): Promise<string> {
  const windowed = blocksInWindow(query);
  return answerChainQueryFrom(
    {
      async request(type, parameters) {
        const answerer: Answerer = windowed ?? systemAnswererOf(type);
        const answer = await answerer(context, (name) => parameters.get(name) ?? null);
        return answerToText(answer, MAX_ANSWER_LENGTH);
      },
      listUniversal: (listed) => listUniversal(context, listed),
    },
    query,
  );
}

/**
 * Answers request code's queries of the chain (PROTOCOL 7.35, 7.36, 7.37, 7.38, 7.39) through system requests. The
 * answers have the shape of system requests: `readChainAnswer` gives them the operator's.
 */
export async function answerChainQueryFrom(answers: ChainAnswers, query: ChainQuery): Promise<string> {
  const ask = (type: string, members: Readonly<Record<string, Value>> = {}): Promise<string> =>
    answers.request(type, new Map(Object.entries(members)));
  switch (query.operator) {
    case "get_block":
    case "get_resource_block": {
      const type = query.operator === "get_block" ? "GetBlock" : "GetResourceBlock";
      return ask(type, { target: toTarget(query.target), full: query.full });
    }
    case "get_blocks":
    case "get_resource_blocks": {
      const type = query.operator === "get_blocks" ? "GetBlocks" : "GetResourceBlocks";
      return ask(type, { target: BigInt(query.from), full: query.full });
    }
    case "list_block":
    case "list_resource_block":
      return listBlocks(query, ask);
    case "get_transaction":
      if (query.hash === null) return ask("GetTransaction");
      return isTimeHash(query.hash) ? ask("GetTransaction", { target: query.hash }) : NOTHING;
    case "list_transaction":
      if (query.count < 1) return NOTHING;
      return ask("ListTransaction", { page: 1n, count: countUpTo("ListTransaction", query.count) });
    case "get_code":
      return ask("GetCode", { ctype: query.ctype, target: query.target });
    case "list_code":
      if (query.count < 1) return NO_CODES;
      return ask("ListCode", { page: BigInt(query.page), count: BigInt(query.count) });
    case "list_universal":
      return query.count < 1 ? NOTHING : answers.listUniversal(query);
    default:
      return ask(COUNTS[query.operator]);
  }
}

/** Text that is no blockhash names no block (PROTOCOL 7.36): a system request would read "5" as a height. */
function toTarget(target: BlockName): Value {
  if (target === null) return null;
  if (typeof target === "number") return target < 1 ? NO_BLOCK : BigInt(target);
  return isTimeHash(target) ? target : NO_BLOCK;
}

/** A page before the first one is above the tip, where the recorded node finds the empty block. */
async function listBlocks(
  { operator, page, count }: Extract<ChainQuery, { operator: "list_block" | "list_resource_block" }>,
  ask: (type: string, members: Readonly<Record<string, Value>>) => Promise<string>,
): Promise<string> {
  const isMain = operator === "list_block";
  if (count < 1) return NOTHING;
  if (page < 1)
    return `[${await ask(isMain ? "GetBlock" : "GetResourceBlock", { target: NO_BLOCK, full: false })}]`;
  const type = isMain ? "ListBlock" : "ListResourceBlock";
  const order: Readonly<Record<string, Value>> = isMain ? { sort: 1n } : {};
  return ask(type, { page: BigInt(page), count: countUpTo(type, count), ...order });
}

/** As many as the system request returns at once. */
function countUpTo(type: string, count: number): bigint {
  const parameters = SYSTEM_REQUESTS.get(type)?.parameters ?? [];
  return BigInt(Math.min(count, parameters.find(({ name }) => name === "count")?.maximum ?? count));
}

async function listUniversal(
  { store }: RequestContext,
  { prefix, page, count }: ListUniversal,
): Promise<string> {
  const entries = await store.listState("universal", prefix, { page: page + 1, count });
  return canonicalJson(mapToValue(new Map(entries.map(({ key, value }) => [padStateKey(key), value]))));
}
