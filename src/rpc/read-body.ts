import type { IncomingMessage } from "node:http";
import { createBrotliDecompress, createUnzip, type Unzip } from "node:zlib";
import { ChainError } from "../codec/chain-error.js";
import { bodyTooLarge } from "../base/errors.js";
import { readBytes } from "../base/read-bytes.js";
import * as errors from "./errors.js";

/**
 * Returns the body of a request of any content type, decompressed, as one character per byte. A body larger than the
 * limit is refused before any of it is read when its length is declared, otherwise as soon as it exceeds the limit.
 * Throws `BODY_TOO_LARGE`, `CONTENT_ENCODING`, `BODY_ENCODING` when a compressed body is damaged, or `BODY_UNREADABLE`
 * when the request was aborted.
 */
export async function readRequestBody(request: IncomingMessage, maxSize: number): Promise<string> {
  const { "content-length": length, "content-encoding": encoding = "identity" } = request.headers;
  if (Number(length) > maxSize) throw bodyTooLarge({ limit: maxSize });
  if (!request.readable) throw errors.bodyUnreadable({ reason: "request aborted" });
  const decoder = decoderOf(encoding);
  request.once("error", (error) => decoder?.destroy(error));
  try {
    const bytes = await readBytes(decoder === null ? request : request.pipe(decoder), maxSize);
    return bytes.toString("latin1");
  } catch (error) {
    // The rest of the refused body is discarded as it arrives, so that the client reads the answer.
    request.unpipe().resume();
    decoder?.destroy();
    if (error instanceof ChainError) throw error;
    if (request.errored !== null) throw errors.bodyUnreadable({ reason: "request aborted" });
    throw errors.bodyEncoding({ encoding });
  }
}

function decoderOf(encoding: string): Unzip | null {
  if (encoding === "identity") return null;
  if (encoding === "gzip" || encoding === "deflate") return createUnzip();
  if (encoding === "br") return createBrotliDecompress();
  throw errors.contentEncoding({ encoding });
}
