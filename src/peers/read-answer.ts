import { ChainError } from "../codec/chain-error.js";
import { JsonReader, type KnownMaps } from "../codec/json-reader.js";
import type { Value } from "../codec/value.js";
import { Turn } from "../ledger/yield-to-loop.js";
import { MAX_TRANSACTION_SIZE } from "../records/limits.js";
import type { AnswerLimit } from "./answer-limit.js";
import { assertMemory } from "./spare-memory.js";

/** A transaction may hold a list of so many digits. To enlarge a longer one takes more than a few milliseconds. */
const MAX_MEMBERS = MAX_TRANSACTION_SIZE / 2;
/** Longer than any number that is printed. */
const MAX_NUMBER_LENGTH = 1024;
/** Tokens that are read before the time is looked at. */
const STEP = 256;
/** Bytes of an answer that are read without a look at the memory. */
const SHORT_BYTES = 4 * 1024 * 1024;

/** In an answer's envelope, its `data`, and there: `transactions` and what else a node shows by its name. */
const SHOWN_DEPTH = 3;

/** The text in which this node shows a record itself, by its key in an answer and the key of what it is in there. */
export type KnownRecords = KnownMaps["text"];

/**
 * Reads the answer of a peer as it comes: however it is built, it holds the event loop for no more than a few milliseconds
 * at once. Null for what is not JSON. Throws `ANSWER_TOO_LARGE` as soon as it is longer or holds more than its limit, and
 * `MEMORY_SHORT`; whoever leaves before the end closes the connection. Null stands for each record that is known.
 */
export async function readAnswer(
  pieces: AsyncIterable<Uint8Array>,
  { maxBytes, maxWeight }: AnswerLimit,
  known?: KnownRecords,
): Promise<Value> {
  // Nothing that is honest has a longer text in it than a transaction.
  const reader = new JsonReader({
    maxWeight,
    maxMembers: MAX_MEMBERS,
    maxStringLength: MAX_TRANSACTION_SIZE,
    maxNumberLength: MAX_NUMBER_LENGTH,
    ...(known === undefined ? {} : { known: { depth: SHOWN_DEPTH, text: known } }),
  });
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const turn = new Turn();
  let length = 0;
  try {
    for await (const piece of pieces) {
      length += piece.length;
      if (length > maxBytes) throw tooLarge(`${maxBytes} bytes`);
      if (length > SHORT_BYTES) assertMemory();
      reader.add(decoder.decode(piece, { stream: true }), false);
      for (let isRead = false; !isRead;) {
        isRead = reader.read(STEP);
        if (turn.isOver) await turn.next();
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
  return new ChainError("ANSWER_TOO_LARGE", `The peer's answer is larger than ${limit}. `, {
    kind: "unreachable",
    details: { limit },
  });
}
