import * as errors from "./errors.js";

/** More than the longest answer of an honest node, and less than the longest text of a JavaScript engine. */
export const MAX_ANSWER_BYTES = 268_435_456;

/**
 * Reads the body of an answer. Throws `ANSWER_TOO_LARGE` as soon as it exceeds the limit: a hostile server could fill
 * the memory with an endless one.
 */
export async function readBody({ body }: Response, maxBytes = MAX_ANSWER_BYTES): Promise<Uint8Array> {
  if (body === null) return new Uint8Array();
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return joined(pieces, length);
    length += value.length;
    if (length > maxBytes) {
      await reader.cancel().catch(() => undefined);
      throw errors.answerTooLarge({ limit: `${maxBytes} bytes` });
    }
    pieces.push(value);
  }
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const [only] = pieces;
  if (only !== undefined && pieces.length === 1) return only;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
