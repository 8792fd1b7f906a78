import { gives, type OperatorSpec } from "./operator.js";

const BLOCK = {
  parameters: [
    { name: "target", type: "any", default: "null" },
    { name: "full", type: "boolean", default: "false" },
  ],
  result: "container",
  only: "request",
  cost: "`json` for each character of the answer",
} as const;
const BLOCKS = {
  ...BLOCK,
  parameters: [
    { name: "target", type: "integer", default: "1" },
    { name: "full", type: "boolean", default: "false" },
  ],
} as const;
const PAGE = {
  parameters: [
    { name: "page", type: "integer", default: "1" },
    { name: "count", type: "integer", default: "20" },
  ],
  result: "container",
  only: "request",
  cost: BLOCK.cost,
} as const;
const COUNT = { parameters: [], result: "integer", only: "request", cost: BLOCK.cost } as const;

const TARGET =
  "A number is a height, a text a blockhash, and null the latest block. For an unknown block it is the empty block of height 0.";
const INTEGER =
  "A value that is not an integer is converted to one: a text to the number that it begins with.";
const NO_ARGUMENTS = "Arguments are ignored.";
const WINDOW =
  "It has at most 256 blocks, and stops before 2,048 transactions or 16,777,216 bytes are exceeded, and after 1,048,576 bytes are.";

/** The operators that only requests know (PROTOCOL 7.35, 7.36, 7.37, 7.38, 7.39, 7.41). The examples run on an empty chain. */
export const CHAIN_SPECS = {
  get_block: {
    ...BLOCK,
    summary: "a main block: its summary, or the whole block when `full`",
    otherwise: TARGET,
    examples: [
      gives(
        '{"$get_block":[]}',
        '{"height":0,"s_timestamp":0,"previous_blockhash":"","blockhash":"","transaction_count":0}',
      ),
    ],
  },
  list_block: {
    ...PAGE,
    summary: "a page of main blocks, newest first: a map from blockhash to summary",
    otherwise: INTEGER,
    examples: [gives('{"$list_block":[1,5]}', "[]")],
  },
  block_count: {
    ...COUNT,
    summary: "the number of main blocks",
    otherwise: NO_ARGUMENTS,
    examples: [gives('{"$block_count":[]}', "0")],
  },
  get_transaction: {
    parameters: [{ name: "hash", type: "text" }],
    result: "container",
    only: "request",
    summary: "the record of a transaction in a block",
    otherwise: "The latest transaction for what is not text; the empty container for an unknown hash.",
    cost: BLOCK.cost,
    examples: [gives('{"$get_transaction":["00"]}', "[]")],
  },
  list_transaction: {
    parameters: [{ name: "count", type: "integer", default: "20" }],
    result: "container",
    only: "request",
    summary: "the newest transactions: a map from hash to record",
    otherwise: INTEGER,
    cost: BLOCK.cost,
    examples: [gives('{"$list_transaction":[5]}', "[]")],
  },
  transaction_count: {
    ...COUNT,
    summary: "the number of transactions in blocks",
    otherwise: NO_ARGUMENTS,
    examples: [gives('{"$transaction_count":[]}', "0")],
  },
  get_code: {
    parameters: [
      { name: "ctype", type: "text", default: '"contract"' },
      { name: "target", type: "text", default: '""' },
    ],
    result: "any",
    only: "request",
    summary: "a registered code: a map from its state key to its text, or to null when no code is registered",
    otherwise: 'The empty text when `ctype` is neither "contract" nor "request".',
    cost: BLOCK.cost,
    examples: [gives('{"$get_code":["library","00"]}', '""')],
  },
  list_code: {
    parameters: [
      { name: "page", type: "integer", default: "1" },
      { name: "count", type: "integer", default: "50" },
    ],
    result: "container",
    only: "request",
    summary: "a page of registered codes: `{contracts, requests}`, each a map from code id to text",
    otherwise: `${INTEGER} A page has at most 100 codes of each kind.`,
    cost: BLOCK.cost,
    examples: [gives('{"$list_code":[]}', '{"contracts":[],"requests":[]}')],
  },
  code_count: {
    ...COUNT,
    result: "container",
    summary: "the number of registered codes: `{contracts, requests}`",
    otherwise: NO_ARGUMENTS,
    examples: [gives('{"$code_count":[]}', '{"contracts":0,"requests":0}')],
  },
  list_universal: {
    parameters: [
      { name: "attribute", type: "text" },
      { name: "page", type: "integer", default: "0" },
      { name: "count", type: "integer", default: "50" },
    ],
    result: "container",
    only: "request",
    summary:
      "a page of an attribute's universal cells in the code's own space: a map from state key to value, in key order",
    otherwise: `${INTEGER} A page has at most 100 cells. Without an attribute it fails.`,
    cost: "the length of the attribute, and `json` for each character of the answer",
    traps: [
      "Its first page is 0; that of the other lists is 1.",
      "The keys are whole state keys of 128 characters: the code's key begins at character 65, filled with zeros.",
    ],
    examples: [gives('{"$list_universal":["points"]}', "[]")],
  },
  get_resource_block: {
    ...BLOCK,
    summary: "a resource block: its summary, or the whole block when `full`",
    otherwise: TARGET,
    examples: [gives('{"$get":[{"$get_resource_block":[]},"height"]}', "0")],
  },
  list_resource_block: {
    ...PAGE,
    summary: "a page of resource blocks, newest first: a map from blockhash to summary",
    otherwise: INTEGER,
    examples: [gives('{"$list_resource_block":[]}', "[]")],
  },
  resource_block_count: {
    ...COUNT,
    summary: "the number of resource blocks",
    otherwise: NO_ARGUMENTS,
    examples: [gives('{"$resource_block_count":[]}', "0")],
  },
  get_blocks: {
    ...BLOCKS,
    summary: "main blocks from a height on: a map from height to block",
    otherwise: `${INTEGER} A height below 1 counts as 1. ${WINDOW}`,
    examples: [gives('{"$get_blocks":[1]}', "[]")],
  },
  get_resource_blocks: {
    ...BLOCKS,
    summary: "resource blocks from a height on: a map from height to block",
    otherwise: `${INTEGER} A height below 1 counts as 1. ${WINDOW}`,
    examples: [gives('{"$get_resource_blocks":[1]}', "[]")],
  },
} as const satisfies Readonly<Record<string, OperatorSpec>>;
