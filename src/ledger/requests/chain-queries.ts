import { canonicalJson } from "../../codec/canonical-json.js";
import { padStateKey } from "../../codec/state-key.js";
import { mapToValue, objectToValue, type Value } from "../../codec/value.js";
import { isTimeHash } from "../../records/fields.js";
import {
  MAX_LISTED_BLOCKS,
  MAX_LISTED_RESOURCE_BLOCKS,
  MAX_LISTED_TRANSACTIONS,
  MAX_BLOCKS,
} from "../../records/operations/limits.js";
import type { ParameterName } from "../../records/operations/operation.js";
import { REQUESTS, type KnownRequest } from "../../records/operations/system-requests.js";
import { type BlockName, type ChainQuery, BlockWindow } from "../../vm/chain-view.js";
import { COSTS, MAX_REQUEST_WORK } from "../../vm/machine.js";
import { answerToText, jsonMapPieces } from "../answer.js";
import { ANSWERERS } from "./answer-system-request.js";
import type { Answerer, RequestContext } from "./answerer.js";
import { mainBlockToPieces } from "../../records/main-block.js";
import { resourceBlockToText } from "../../records/resource-block.js";

type Ask = <Definition extends KnownRequest>(
  definition: Definition,
  members?: { readonly [Name in ParameterName<Definition>]?: Value },
) => Promise<string>;

/** A longer answer would exceed what a request may work through (docs/adr/0009-work.md). */
const MAX_ANSWER_LENGTH = MAX_REQUEST_WORK / COSTS.json;

const NOTHING = "[]";
const NO_CODES = canonicalJson(objectToValue({ contracts: [], requests: [] }));
const COUNTS = {
  block_count: REQUESTS.BLOCK_COUNT,
  transaction_count: REQUESTS.TRANSACTION_COUNT,
  code_count: REQUESTS.CODE_COUNT,
  resource_block_count: REQUESTS.RESOURCE_BLOCK_COUNT,
} as const;

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
      const request = query.operator === "get_block" ? REQUESTS.GET_BLOCK : REQUESTS.GET_RESOURCE_BLOCK;
      return ask(request, { target: toTarget(query.target), full: query.full });
    }
    case "get_blocks":
    case "get_resource_blocks": {
      const request = query.operator === "get_blocks" ? REQUESTS.GET_BLOCKS : REQUESTS.GET_RESOURCE_BLOCKS;
      return ask(request, { target: BigInt(query.from), full: query.full });
    }
    case "list_block":
    case "list_resource_block":
      return listBlocks(query, ask);
    case "get_transaction":
      if (query.hash === null) return ask(REQUESTS.GET_TRANSACTION);
      return isTimeHash(query.hash) ? ask(REQUESTS.GET_TRANSACTION, { target: query.hash }) : NOTHING;
    case "list_transaction":
      if (query.count < 1) return NOTHING;
      return ask(REQUESTS.LIST_TRANSACTION, {
        page: 1n,
        count: atMost(MAX_LISTED_TRANSACTIONS, query.count),
      });
    case "get_code":
      return ask(REQUESTS.GET_CODE, { ctype: query.ctype, target: query.target });
    case "list_code":
      if (query.count < 1) return NO_CODES;
      return ask(REQUESTS.LIST_CODE, { page: BigInt(query.page), count: BigInt(query.count) });
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
    return `[${await ask(isMain ? REQUESTS.GET_BLOCK : REQUESTS.GET_RESOURCE_BLOCK, { target: NO_BLOCK, full: false })}]`;
  if (isMain)
    return ask(REQUESTS.LIST_BLOCK, {
      page: BigInt(page),
      count: atMost(MAX_LISTED_BLOCKS, count),
      sort: 1n,
    });
  return ask(REQUESTS.LIST_RESOURCE_BLOCK, {
    page: BigInt(page),
    count: atMost(MAX_LISTED_RESOURCE_BLOCKS, count),
  });
}

/** As many as the system request returns at once. */
function atMost(maximum: number, count: number): bigint {
  return BigInt(Math.min(count, maximum));
}

async function listUniversal(
  { store }: RequestContext,
  { prefix, page, count }: Extract<ChainQuery, { operator: "list_universal" }>,
): Promise<string> {
  const entries = await store.listState("universal", prefix, { page: page + 1, count });
  return canonicalJson(mapToValue(new Map(entries.map(({ key, value }) => [padStateKey(key), value]))));
}

interface FullBlock {
  readonly height: number;
  readonly records: number;
  readonly pieces: AsyncIterable<string> | Iterable<string>;
}

/** The greatest length of the texts that are kept: what a request may read (docs/adr/0009-work.md). */
const MAX_KEPT_LENGTH = MAX_REQUEST_WORK / COSTS.json;

/**
 * Reads full blocks for `$get_blocks` and `$get_resource_blocks`, no more than the answer holds (PROTOCOL 7.36, 7.39).
 * Returns null for any other query.
 */
function blocksInWindow(query: ChainQuery): Answerer | null {
  if (query.operator !== "get_blocks" && query.operator !== "get_resource_blocks") return null;
  if (!query.full) return null;
  const blocks = query.operator === "get_blocks" ? mainBlocks : resourceBlocks;
  return async (context) => ({ json: jsonMapPieces(inWindow(blocks(context, query.from))) });
}

async function* mainBlocks({ store, tip }: RequestContext, from: number): AsyncGenerator<FullBlock> {
  const summaries = await store.mainBlockSummaries(from, Math.min(tip.height, from + MAX_BLOCKS - 1));
  for (const summary of summaries) {
    const pieces = mainBlockToPieces(summary, store.mainBlockBody(summary));
    yield { height: summary.height, records: summary.transaction_count, pieces };
  }
}

async function* resourceBlocks({ store }: RequestContext, from: number): AsyncGenerator<FullBlock> {
  const summaries = await store.resourceBlockSummaries(from, from + MAX_BLOCKS - 1);
  for (const { height, blockhash, receipt_count } of summaries) {
    const block = await store.resourceBlock({ blockhash });
    if (block === null) return;
    yield { height, records: receipt_count, pieces: [resourceBlockToText(block)] };
  }
}

async function* inWindow(blocks: AsyncIterable<FullBlock>): AsyncGenerator<readonly [string, string]> {
  const window = new BlockWindow();
  for await (const { height, records, pieces } of blocks) {
    // Only what is answered is charged: a full block behind small ones would be read for nothing.
    if (!window.mayTake(records)) return;
    let text = "";
    let length = 0;
    for await (const piece of pieces) {
      length += piece.length;
      // A longer block makes the whole answer too long.
      if (text.length <= MAX_KEPT_LENGTH) text += piece;
    }
    if (!window.takes(records, length)) return;
    yield [String(height), text];
  }
}
