import {
  DECIMAL,
  EMPTY_LIST,
  HASH,
  HEIGHT,
  HEIGHT_KEY,
  STATE_KEY,
  TEXT,
  TIME_HASH,
  either,
  listOf,
  mapOf,
  recordOf,
} from "./json-schema.js";
import { parameter, type OperationParameter, type SystemRequest } from "./operation.js";
import { recordSchema } from "./record-schemas.js";

/** The fifteen system requests (docs/rpc.md; PROTOCOL 13.9, 13.10, 13.11, 13.12, 13.13, 13.14). */

const MAX_LIST_BLOCK_COUNT = 9999;
const DEFAULT_LIST_BLOCK_COUNT = 20n;
const MAX_LIST_TRANSACTION_COUNT = 1000;
const MAX_LIST_COUNT = 100;

const mainBlock = either(recordSchema("MainBlock"), recordSchema("MainBlockSummary"));
const resourceBlock = either(recordSchema("ResourceBlock"), recordSchema("ResourceBlockSummary"));
/** By state key; null when there is no such code. */
const codeOrNone = mapOf(either(TEXT, { type: "null" }), STATE_KEY);
/** By code id, padded with zeros. */
const codeTexts = mapOf(TEXT, HASH);

/**
 * The default of `full` serves only its check. The answer depends on what was given: GetBlock and GetResourceBlock give
 * the full form unless `full` is false, GetBlocks and GetResourceBlocks summaries unless it is true (PROTOCOL 13.9).
 */
function full(summary: string): OperationParameter {
  return parameter({ name: "full", type: "bool", maxlength: 5, default: false, summary });
}

const page = parameter({
  name: "page",
  type: "int",
  maxlength: 16,
  default: 1n,
  minimum: 1,
  summary: "Which page of `count` items, from 1.",
});

function mandatoryCount(maximum: number): OperationParameter {
  return parameter({
    name: "count",
    type: "int",
    maxlength: 4,
    requirements: true,
    minimum: 1,
    maximum,
    summary: `How many, from 1 to ${maximum}.`,
  });
}

const blockTarget = parameter({
  name: "target",
  type: "string",
  maxlength: 78,
  summary: "A blockhash, or a height as integer or decimal text; the latest block when left out.",
});

const startHeight = parameter({
  name: "target",
  type: "int",
  maxlength: 16,
  summary: "The height to start from; 1 when left out.",
});

const GET_BLOCK: SystemRequest = {
  type: "GetBlock",
  summary: "One main block; the empty block of height 0 when there is none such.",
  parameters: [blockTarget, full("The summary instead of the full block when given as false.")],
  data: mainBlock,
};

const LIST_BLOCK: SystemRequest = {
  type: "ListBlock",
  summary: "The summaries of the `count` main blocks that end at `height`, keyed by height.",
  parameters: [
    parameter({
      name: "height",
      type: "int",
      maxlength: 16,
      summary: "The last height of the list; the latest block's when left out.",
    }),
    parameter({
      name: "count",
      type: "int",
      maxlength: 4,
      default: DEFAULT_LIST_BLOCK_COUNT,
      maximum: MAX_LIST_BLOCK_COUNT,
      summary: `How many, ${MAX_LIST_BLOCK_COUNT} at most.`,
    }),
    parameter({
      name: "sort",
      type: "int",
      maxlength: 2,
      default: -1n,
      summary: "-1 gives the keys in ascending order, 1 in descending order.",
    }),
    parameter({
      name: "page",
      type: "int",
      maxlength: 16,
      summary: "Instead of a height: which page of `count` blocks, 1 being the newest.",
    }),
  ],
  data: mapOf(recordSchema("MainBlockSummary"), HEIGHT_KEY),
};

const BLOCK_COUNT: SystemRequest = {
  type: "BlockCount",
  summary: "How many main blocks there are.",
  parameters: [
    parameter({ name: "target", type: "string", maxlength: 78, summary: "Changes nothing." }),
    full("Changes nothing."),
  ],
  data: HEIGHT,
};

const GET_TRANSACTION: SystemRequest = {
  type: "GetTransaction",
  summary: "One transaction record; an empty list when it is unknown.",
  parameters: [
    parameter({
      name: "target",
      type: "string",
      maxlength: 78,
      summary: "The transaction's hash; the latest transaction when left out.",
    }),
  ],
  data: either(recordSchema("TransactionRecord"), EMPTY_LIST),
  siblings: { fate: recordSchema("TransactionFate") },
};

const LIST_TRANSACTION: SystemRequest = {
  type: "ListTransaction",
  summary: "Transaction records, newest first, keyed by hash.",
  parameters: [
    parameter({
      name: "address",
      isAddress: true,
      type: "string",
      maxlength: 44,
      summary: "Only transactions from or to this address.",
    }),
    page,
    mandatoryCount(MAX_LIST_TRANSACTION_COUNT),
  ],
  data: mapOf(recordSchema("TransactionRecord"), TIME_HASH),
};

const TRANSACTION_COUNT: SystemRequest = {
  type: "TransactionCount",
  summary: "How many transactions the main chain holds.",
  parameters: [],
  data: HEIGHT,
};

const GET_CODE: SystemRequest = {
  type: "GetCode",
  summary: "One registered code: a map from its hash to the code's text, null when there is none.",
  parameters: [
    parameter({
      name: "ctype",
      type: "string",
      maxlength: 10,
      default: "contract",
      cases: ["contract", "request"],
      summary: "The kind of code.",
    }),
    parameter({
      name: "target",
      type: "string",
      maxlength: 64,
      summary: "The code id; an empty map is the answer when left out.",
    }),
  ],
  data: codeOrNone,
};

const LIST_CODE: SystemRequest = {
  type: "ListCode",
  summary:
    "Registered contracts and requests in the order of their code ids, also those that cannot be called.",
  parameters: [page, mandatoryCount(MAX_LIST_COUNT)],
  data: recordOf({ contracts: codeTexts, requests: codeTexts }),
};

const CODE_COUNT: SystemRequest = {
  type: "CodeCount",
  summary: "How many contracts and requests are registered.",
  parameters: [],
  data: recordOf({ contracts: HEIGHT, requests: HEIGHT }),
};

const GET_RESOURCE_BLOCK: SystemRequest = {
  type: "GetResourceBlock",
  summary: "One resource block; the empty block of height 0 when there is none such.",
  parameters: [blockTarget, full("The summary instead of the full block when given as false.")],
  data: resourceBlock,
};

const LIST_RESOURCE_BLOCK: SystemRequest = {
  type: "ListResourceBlock",
  summary: "Resource block summaries, newest first.",
  parameters: [page, mandatoryCount(MAX_LIST_COUNT)],
  data: listOf(recordSchema("ResourceBlockSummary")),
};

const RESOURCE_BLOCK_COUNT: SystemRequest = {
  type: "ResourceBlockCount",
  summary: "How many resource blocks there are.",
  parameters: [],
  data: HEIGHT,
};

const GET_BLOCKS: SystemRequest = {
  type: "GetBlocks",
  summary: "Up to 256 main blocks from a height, keyed by height.",
  parameters: [startHeight, full("Full blocks instead of summaries when true.")],
  data: mapOf(mainBlock, HEIGHT_KEY),
};

const GET_RESOURCE_BLOCKS: SystemRequest = {
  type: "GetResourceBlocks",
  summary: "Up to 256 resource blocks from a height, keyed by height.",
  parameters: [startHeight, full("Full blocks instead of summaries when true.")],
  data: mapOf(resourceBlock, HEIGHT_KEY),
};

const GET_RESOURCE: SystemRequest = {
  type: "GetResource",
  summary: "The resource amount of an address.",
  parameters: [
    parameter({
      name: "address",
      isAddress: true,
      type: "string",
      maxlength: 44,
      requirements: true,
      summary: "The address asked about.",
    }),
  ],
  data: recordOf({ resource: DECIMAL }),
};

/** By `type`, in the order of docs/rpc.md. */
export const SYSTEM_REQUESTS: ReadonlyMap<string, SystemRequest> = new Map(
  [
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
  ].map((request) => [request.type, request]),
);
