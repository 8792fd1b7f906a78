import { memberOf, type Value, type ValueMap } from "../../codec/value.js";
import { SHOWN_POOL_LIMITS } from "../../consensus/transaction-pool.js";
import { MAX_BLOCK_SIZE } from "../../records/limits.js";
import { BROADCAST } from "../../records/operations/broadcast.js";
import type { OperationName } from "../../records/operations/operations.js";
import { RAW_REQUEST } from "../../records/operations/raw-request.js";
import { GET_BLOCKS } from "../../records/operations/requests/get-blocks.js";

/** How much of an answer is read. A longer or heavier answer is refused. */
export interface AnswerLimit {
  readonly maxBytes: number;
  /** The weight as `JsonReader` counts it. A value takes some 32 bytes of memory for each unit. */
  readonly maxWeight: number;
}

const MEBIBYTE = 1024 * 1024;

/**
 * A main block: its transactions, and many times as much for what they change. The transactions may consist of lists of
 * one digit, which weigh 7 for 4 bytes. The receipts of resource blocks may be as long and as heavy as those
 * transactions, of one block or of all blocks in an answer.
 */
const BLOCK: AnswerLimit = { maxBytes: 8 * MAX_BLOCK_SIZE, maxWeight: 2 * MAX_BLOCK_SIZE };
/** Main blocks of at most 2,048 transactions together. Longer ones are asked for one by one. */
const BLOCKS: AnswerLimit = { maxBytes: 2 * MAX_BLOCK_SIZE, maxWeight: 4 * MEBIBYTE };
/** As much of a pool as a node shows at once, of transactions that a pool accepts, and the records of the round. */
const SHOWN_POOL: AnswerLimit = {
  maxBytes: SHOWN_POOL_LIMITS.maxBytes + MAX_BLOCK_SIZE,
  maxWeight: 16 * MEBIBYTE,
};
/** 256 receipts or summaries, all peers and known hosts, and all small answers. */
const OTHER: AnswerLimit = { maxBytes: MEBIBYTE, maxWeight: MEBIBYTE / 16 };

/** The limit of an operation's answer. For blocks it depends on the parameters. */
export function answerLimit(operation: OperationName, parameters: ValueMap): AnswerLimit {
  if (operation === BROADCAST.name) return parameters.get("chain_type") === "resource" ? OTHER : SHOWN_POOL;
  return operation === RAW_REQUEST.name ? requestLimit(parameters.get("request")) : OTHER;
}

function requestLimit(request: Value | undefined): AnswerLimit {
  if (memberOf(request, "full") !== true) return OTHER;
  return memberOf(request, "type") === GET_BLOCKS.type ? BLOCKS : BLOCK;
}
