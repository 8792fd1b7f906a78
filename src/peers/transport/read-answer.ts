import { getHeapStatistics } from "node:v8";
import { ChainError } from "../../codec/chain-error.js";
import { JsonReader, type KnownMaps } from "../../codec/json-reader.js";
import { type Value, memberOf, type ValueMap } from "../../codec/value.js";
import { TimeSlice } from "../../base/yield-to-loop.js";
import { MAX_TRANSACTION_SIZE, MAX_BLOCK_SIZE } from "../../records/limits.js";
import { beginAnswer, BlockAnswer } from "./answers-under-way.js";
import { answerTooLarge } from "../../client/errors.js";
import * as errors from "../errors.js";
import { SHOWN_POOL_LIMITS } from "../../consensus/transaction-pool.js";
import { BROADCAST } from "../../records/operations/broadcast.js";
import type { OperationName } from "../../records/operations/operations.js";
import { RAW_REQUEST } from "../../records/operations/requests.js";
import { REQUESTS } from "../../records/operations/system-requests.js";

/**
 * The greatest length of a list: a transaction may hold a list of this many digits. Enlarging a longer one takes more
 * than a few milliseconds.
 */
const MAX_MEMBERS = MAX_TRANSACTION_SIZE / 2;
/** Longer than any number that honest nodes write. */
const MAX_NUMBER_LENGTH = 1024;
/** What a byte of the answer takes in memory: a text with one character beyond Latin-1 has two for each. */
const CHARACTER_BYTES = 2;
/** What a unit of the weight takes in memory. */
const UNIT_BYTES = 32;
/** How many tokens are read before the time is checked. */
const STEP = 256;
/** How many bytes of an answer are read without a check of the memory. */
const SHORT_BYTES = 4 * 1024 * 1024;
/** How often a peer whose answer waits for others counts as heard. */
const LOOK_MS = 1000;
/** The share of the heap that may be in use while long answers are read. The node itself needs a tenth. */
const MAX_SHARE = 0.6;

/** The depth of a shown record: the envelope, its `data`, and there `transactions` and the like, by key. */
const SHOWN_DEPTH = 3;

/** The text in which this node itself shows a record, by the key of its map in an answer and its key in that map. */
export type KnownRecords = KnownMaps["text"];

export interface ReadOptions {
  /** Null stands for each of these records in an answer. */
  readonly known?: KnownRecords;
  /** Called with each piece of an answer, before its end has arrived. */
  readonly onPiece?: () => void;
  /** Whether the operator named the host. Default: a stranger did. */
  readonly isNamed?: boolean;
  /** Whether a block may take as much memory as any. Default: it may; not so where others can give it. */
  readonly mayBeLong?: boolean;
}

/**
 * Reads the answer of a peer as it arrives. Whatever its shape, the event loop is blocked for a few milliseconds at
 * most. Null for what is not JSON (PROTOCOL 1.7). Throws `ANSWER_TOO_LARGE` as soon as the answer exceeds its limit,
 * `PEER_BLOCK_LONG` and `MEMORY_SHORT`. The caller closes the connection of an answer that is not read to its end.
 */
export async function readPeerAnswer(
  pieces: AsyncIterable<Uint8Array>,
  { maxBytes, maxWeight, isShared = false, isOfBlocks = false }: AnswerLimit,
  { known, onPiece, isNamed = false, mayBeLong = true }: ReadOptions = {},
): Promise<Value> {
  // No honest answer has a longer text in it than a transaction.
  const reader = new JsonReader({
    maxWeight,
    maxMembers: MAX_MEMBERS,
    maxStringLength: MAX_TRANSACTION_SIZE,
    maxNumberLength: MAX_NUMBER_LENGTH,
    ...(known === undefined ? {} : { known: { depth: SHOWN_DEPTH, text: known } }),
  });
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const slice = new TimeSlice();
  const underWay = isNamed || !isShared ? null : beginAnswer();
  const blocks = isOfBlocks ? new BlockAnswer() : null;
  const isOusted = underWay === null ? [] : [underWay.ousted];
  const iterator = pieces[Symbol.asyncIterator]();
  let length = 0;
  try {
    for (;;) {
      const { value: piece, done = false } = await Promise.race([iterator.next(), ...isOusted]);
      if (done) break;
      onPiece?.();
      length += piece.length;
      if (length > maxBytes) throw answerTooLarge({ limit: `${maxBytes} bytes` });
      if (length > SHORT_BYTES) assertMemory();
      reader.add(decoder.decode(piece, { stream: true }), false);
      for (let isRead = false; !isRead;) {
        isRead = reader.read(STEP);
        const bytes = CHARACTER_BYTES * length + UNIT_BYTES * reader.weight;
        underWay?.takes(bytes);
        blocks?.takes(bytes);
        if (!mayBeLong) blocks?.assertShort();
        if (slice.isOver) await slice.next();
      }
      // The peer is not silent: this node does not listen.
      await blocks?.room(LOOK_MS, onPiece);
    }
    reader.add(decoder.decode(), true);
    reader.read(Infinity);
    return reader.value;
  } catch (error) {
    if (isNotUtf8(error)) return null;
    if (!(error instanceof ChainError)) throw error;
    if (error.code === "JSON_WEIGHT") throw answerTooLarge({ limit: `${maxWeight} values` });
    if (error.code.startsWith("JSON_")) return null;
    throw error;
  } finally {
    underWay?.end();
    blocks?.end();
  }
}

function isNotUtf8(error: unknown): boolean {
  return error instanceof TypeError && "code" in error && error.code === "ERR_ENCODING_INVALID_ENCODED_DATA";
}

/**
 * Throws `MEMORY_SHORT` when the process has little memory left. Each answer is limited, but several of the longest at
 * once may exceed the heap.
 */
function assertMemory(): void {
  const { used_heap_size, heap_size_limit } = getHeapStatistics();
  if (used_heap_size < MAX_SHARE * heap_size_limit) return;
  throw errors.memoryShort({ used: used_heap_size, limit: heap_size_limit });
}

/** How much of an answer is read. A longer or heavier answer is refused. */
interface AnswerLimit {
  readonly maxBytes: number;
  /** The weight as `JsonReader` counts it. */
  readonly maxWeight: number;
  /** Whether the answers of strangers share their memory, and the largest makes room for others. */
  readonly isShared?: boolean;
  /** Whether it holds blocks, so that it waits for other long answers. */
  readonly isOfBlocks?: boolean;
}

const MEBIBYTE = 1024 * 1024;

/**
 * A main block: its transactions, and many times as much for what they change. The transactions may consist of lists of
 * one digit, which weigh 7 for 4 bytes. The receipts of resource blocks may be as long and as heavy as those
 * transactions, of one block or of all blocks in an answer.
 */
const BLOCK: AnswerLimit = { maxBytes: 8 * MAX_BLOCK_SIZE, maxWeight: 2 * MAX_BLOCK_SIZE, isOfBlocks: true };
/**
 * Main blocks of at most 2,048 transactions together: several times what those of a full block take. Longer ones are asked
 * for one by one.
 */
const BLOCKS: AnswerLimit = { maxBytes: MAX_BLOCK_SIZE, maxWeight: MEBIBYTE, isOfBlocks: true };
/** As much of a pool as a node shows at once, of transactions that a pool accepts, and the records of the round. */
const SHOWN_POOL: AnswerLimit = {
  maxBytes: SHOWN_POOL_LIMITS.maxBytes + MAX_BLOCK_SIZE,
  maxWeight: 16 * MEBIBYTE,
  isShared: true,
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
  return memberOf(request, "type") === REQUESTS.GET_BLOCKS.type ? BLOCKS : BLOCK;
}
