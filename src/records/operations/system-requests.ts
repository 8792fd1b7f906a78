import {
  either,
  HEIGHT_KEY,
  mapOf,
  HEIGHT,
  EMPTY_LIST,
  TIME_HASH,
  orNull,
  STATE_KEY,
  TEXT,
  HASH,
  closedObjectOf,
  listOf,
  DECIMAL,
} from "./json-schema.js";
import { type SystemRequest, optional, required } from "./operation.js";
import { BLOCK_TARGET, isFull, PAGE, mandatoryCount, START_HEIGHT } from "./parameters.js";
import {
  MAIN_BLOCK,
  MAIN_BLOCK_SUMMARY,
  TRANSACTION_FATE,
  TRANSACTION_RECORD,
  RESOURCE_BLOCK,
  RESOURCE_BLOCK_SUMMARY,
} from "./record-schemas.js";
import {
  DEFAULT_LISTED_BLOCKS,
  MAX_LISTED_BLOCKS,
  MAX_LISTED_TRANSACTIONS,
  MAX_LISTED_CODES,
  MAX_LISTED_RESOURCE_BLOCKS,
} from "./limits.js";

/** By code id, padded with zeros. */
const CODES = mapOf(TEXT, HASH);

export const REQUESTS = {
  GET_BLOCK: {
    type: "GetBlock",
    summary: "One main block, or the empty block of height 0 if it does not exist.",
    parameters: [BLOCK_TARGET, isFull("The summary instead of the full block when given as false.")],
    data: either(MAIN_BLOCK, MAIN_BLOCK_SUMMARY),
  },
  LIST_BLOCK: {
    type: "ListBlock",
    summary: "The summaries of the `count` main blocks that end at `height`, keyed by height.",
    parameters: [
      optional("height", "int", 16, "The last height of the list; the latest block's when left out."),
      optional("count", "int", 4, `The number of blocks, at most ${MAX_LISTED_BLOCKS}.`, {
        default: BigInt(DEFAULT_LISTED_BLOCKS),
        maximum: MAX_LISTED_BLOCKS,
      }),
      optional("sort", "int", 2, "-1 gives the keys in ascending order, 1 in descending order.", {
        default: -1n,
      }),
      optional("page", "int", 16, "Instead of a height: the page of `count` blocks. Page 1 is the newest."),
    ],
    data: mapOf(MAIN_BLOCK_SUMMARY, HEIGHT_KEY),
  },
  BLOCK_COUNT: {
    type: "BlockCount",
    summary: "The number of main blocks.",
    parameters: [optional("target", "string", 78, "Ignored."), isFull("Ignored.")],
    data: HEIGHT,
  },
  GET_TRANSACTION: {
    type: "GetTransaction",
    summary: "One transaction record; an empty list when it is unknown.",
    parameters: [
      optional("target", "string", 78, "The transaction's hash; the latest transaction when left out."),
    ],
    data: either(TRANSACTION_RECORD, EMPTY_LIST),
    siblings: { fate: TRANSACTION_FATE },
  },
  LIST_TRANSACTION: {
    type: "ListTransaction",
    summary: "Transaction records, newest first, keyed by hash.",
    parameters: [
      optional("address", "string", 44, "Only transactions from or to this address.", { isAddress: true }),
      PAGE,
      mandatoryCount(MAX_LISTED_TRANSACTIONS),
    ],
    data: mapOf(TRANSACTION_RECORD, TIME_HASH),
  },
  TRANSACTION_COUNT: {
    type: "TransactionCount",
    summary: "The number of transactions in the main chain.",
    parameters: [],
    data: HEIGHT,
  },
  GET_CODE: {
    type: "GetCode",
    summary:
      "One registered code: a map from its hash to the code's text, or to null when no code is registered.",
    parameters: [
      optional("ctype", "string", 10, "The kind of code.", {
        default: "contract",
        cases: ["contract", "request"],
      }),
      optional("target", "string", 64, "The code id; an empty map is the answer when left out."),
    ],
    data: mapOf(orNull(TEXT), STATE_KEY),
  },
  LIST_CODE: {
    type: "ListCode",
    summary:
      "Registered contracts and requests in the order of their code ids, also those that cannot be called.",
    parameters: [PAGE, mandatoryCount(MAX_LISTED_CODES)],
    data: closedObjectOf({ contracts: CODES, requests: CODES }),
  },
  CODE_COUNT: {
    type: "CodeCount",
    summary: "The numbers of registered contracts and requests.",
    parameters: [],
    data: closedObjectOf({ contracts: HEIGHT, requests: HEIGHT }),
  },
  GET_RESOURCE_BLOCK: {
    type: "GetResourceBlock",
    summary: "One resource block, or the empty block of height 0 if it does not exist.",
    parameters: [BLOCK_TARGET, isFull("The summary instead of the full block when given as false.")],
    data: either(RESOURCE_BLOCK, RESOURCE_BLOCK_SUMMARY),
  },
  LIST_RESOURCE_BLOCK: {
    type: "ListResourceBlock",
    summary: "Resource block summaries, newest first.",
    parameters: [PAGE, mandatoryCount(MAX_LISTED_RESOURCE_BLOCKS)],
    data: listOf(RESOURCE_BLOCK_SUMMARY),
  },
  RESOURCE_BLOCK_COUNT: {
    type: "ResourceBlockCount",
    summary: "The number of resource blocks.",
    parameters: [],
    data: HEIGHT,
  },
  GET_BLOCKS: {
    type: "GetBlocks",
    summary: "Up to 256 main blocks from a height, keyed by height.",
    parameters: [START_HEIGHT, isFull("Full blocks instead of summaries when true.")],
    data: mapOf(either(MAIN_BLOCK, MAIN_BLOCK_SUMMARY), HEIGHT_KEY),
  },
  GET_RESOURCE_BLOCKS: {
    type: "GetResourceBlocks",
    summary: "Up to 256 resource blocks from a height, keyed by height.",
    parameters: [START_HEIGHT, isFull("Full blocks instead of summaries when true.")],
    data: mapOf(either(RESOURCE_BLOCK, RESOURCE_BLOCK_SUMMARY), HEIGHT_KEY),
  },
  GET_RESOURCE: {
    type: "GetResource",
    summary: "The resource amount of an address.",
    parameters: [required("address", "string", 44, "The address.", { isAddress: true })],
    data: closedObjectOf({ resource: DECIMAL }),
  },
} as const satisfies Readonly<Record<string, SystemRequest>>;

export type KnownRequest = (typeof REQUESTS)[keyof typeof REQUESTS];
export type SystemRequestType = KnownRequest["type"];

/** The fifteen system requests by `type`, in the order of docs/rpc.md. */
export const SYSTEM_REQUESTS: ReadonlyMap<string, SystemRequest> = new Map(
  Object.values(REQUESTS).map((definition) => [definition.type, definition]),
);
