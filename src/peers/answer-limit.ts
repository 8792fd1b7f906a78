import type { OperationName } from "../records/operations/operation.js";

const MEBIBYTE = 1024 * 1024;

/** A full block's transactions, as large as they may be, with as much again of updates, many times over. */
const REQUEST_BYTES = 128 * MEBIBYTE;
/** A pool twice as large as one is unless its operator says otherwise. */
const BROADCAST_BYTES = 64 * MEBIBYTE;
/** All peers and hosts that one may know, and what else is said in few words. */
const OTHER_BYTES = MEBIBYTE;

/** How many bytes of an answer are read; one that is longer is none. */
export function answerLimit(operation: OperationName): number {
  if (operation === "RawRequest") return REQUEST_BYTES;
  return operation === "Broadcast" ? BROADCAST_BYTES : OTHER_BYTES;
}
