import type { Socket } from "node:net";
import { canonicalJson } from "../codec/canonical-json.js";
import { ChainError, messageOf } from "../codec/chain-error.js";
import { errorToValue } from "../codec/error-member.js";
import { internal } from "../codec/errors.js";
import { fileError } from "../codec/file-error.js";
import { objectToValue, type Value } from "../codec/value.js";
import * as errors from "./errors.js";

/** Each request and each answer is a line of JSON. The next request follows the answer. */

/** A chunk of the most transactions, and room for the rest. */
export const MAX_REQUEST_BYTES = 262_144;
export const MAX_SIGNED_BYTES = 16_384;
/** A connection without a request for this long is closed. */
export const IDLE_MS = 5000;
const NEWLINE = 10;

/** Puts the pieces that arrive together to lines. */
export class LineReader {
  readonly #maxBytes: number;
  #pieces: Buffer[] = [];
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The line that ends with these bytes, null before. Throws `SIGNER_REQUEST` when it is too long, or not the only one. */
  take(piece: Buffer): Buffer | null {
    this.#bytes += piece.length;
    if (this.#bytes > this.#maxBytes)
      throw errors.signerRequest({ reason: `it has more than ${this.#maxBytes} bytes` });
    const end = piece.indexOf(NEWLINE);
    if (end >= 0 && end < piece.length - 1)
      throw errors.signerRequest({ reason: "another one was sent before it was answered" });
    this.#pieces.push(piece);
    if (end < 0) return null;
    const line = Buffer.concat(this.#pieces);
    [this.#pieces, this.#bytes] = [[], 0];
    return line.subarray(0, -1);
  }
}

export function writeLine(socket: Socket, value: Value): void {
  socket.write(`${canonicalJson(value)}\n`);
}

/** The answer to a request that fails. */
export function refusalToValue(error: unknown): Value {
  const known =
    error instanceof ChainError ? error : (fileError(error) ?? internal({ reason: messageOf(error) }));
  return objectToValue({ msg: known.message, error: errorToValue(known) });
}
