import { getHeapStatistics } from "node:v8";
import { ChainError } from "../../codec/chain-error.js";
import { JsonReader, type KnownMaps } from "../../codec/json-reader.js";
import type { Value } from "../../codec/value.js";
import { TimeSlice } from "../../ledger/yield-to-loop.js";
import { MAX_TRANSACTION_SIZE } from "../../records/limits.js";
import type { AnswerLimit } from "./answer-limit.js";
import * as errors from "../errors.js";

/**
 * The greatest length of a list: a transaction may hold a list of this many digits. Enlarging a longer one takes more
 * than a few milliseconds.
 */
const MAX_MEMBERS = MAX_TRANSACTION_SIZE / 2;
/** Longer than any number that honest nodes write. */
const MAX_NUMBER_LENGTH = 1024;
/** How many tokens are read before the time is checked. */
const STEP = 256;
/** How many bytes of an answer are read without a check of the memory. */
const SHORT_BYTES = 4 * 1024 * 1024;
/** The share of the heap that may be in use while long answers are read. The node itself needs a tenth. */
const MAX_SHARE = 0.6;

/** The depth of a shown record: the envelope, its `data`, and there `transactions` and the like, by key. */
const SHOWN_DEPTH = 3;

/** The text in which this node itself shows a record, by the key of its map in an answer and its key in that map. */
export type KnownRecords = KnownMaps["text"];

/**
 * Reads the answer of a peer as it arrives. Whatever its shape, the event loop is blocked for a few milliseconds at
 * most. Null for what is not JSON (PROTOCOL 1.7). Throws `ANSWER_TOO_LARGE` as soon as the answer exceeds its limit,
 * and `MEMORY_SHORT`. Leaving before the end closes the connection. Null stands for each known record.
 */
export async function readPeerAnswer(
  pieces: AsyncIterable<Uint8Array>,
  { maxBytes, maxWeight }: AnswerLimit,
  known?: KnownRecords,
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
  let length = 0;
  try {
    for await (const piece of pieces) {
      length += piece.length;
      if (length > maxBytes) throw tooLarge(`${maxBytes} bytes`);
      if (length > SHORT_BYTES) assertMemory();
      reader.add(decoder.decode(piece, { stream: true }), false);
      for (let isRead = false; !isRead;) {
        isRead = reader.read(STEP);
        if (slice.isOver) await slice.next();
      }
    }
    reader.add(decoder.decode(), true);
    reader.read(Infinity);
    return reader.value;
  } catch (error) {
    if (isNotUtf8(error)) return null;
    if (!(error instanceof ChainError)) throw error;
    if (error.code === "JSON_WEIGHT") throw tooLarge(`${maxWeight} values`);
    if (error.code.startsWith("JSON_")) return null;
    throw error;
  }
}

function isNotUtf8(error: unknown): boolean {
  return error instanceof TypeError && "code" in error && error.code === "ERR_ENCODING_INVALID_ENCODED_DATA";
}

function tooLarge(limit: string): ChainError {
  return errors.answerTooLarge({ limit });
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
