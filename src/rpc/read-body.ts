import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { createBrotliDecompress, createUnzip } from "node:zlib";
import type { Context } from "koa";
import readRawBody from "raw-body";
import { bodyTooLarge } from "../node/errors.js";
import * as errors from "./errors.js";

/**
 * Returns the body of a request of any content type as one character per byte. The protocol's own readers parse it, which
 * know integers beyond 2^53 and refuse invalid UTF-8.
 *
 * A body larger than the limit is refused before any of it is read when its length is declared, otherwise as soon as
 * it exceeds the limit: throws `BODY_TOO_LARGE`.
 */
export async function readBody(ctx: Context, maxSize: number): Promise<string> {
  const encoding = ctx.get("content-encoding") || "identity";
  if (Number(ctx.get("content-length")) > maxSize) throw bodyTooLarge({ limit: maxSize });
  try {
    const body = await readRawBody(decompressed(ctx, encoding), { limit: maxSize });
    return body.toString("latin1");
  } catch (error) {
    throw bodyFailure(ctx.req, error, { maxSize, encoding });
  }
}

/** Returns a body that is not compressed as bytes. Throws `BODY_TOO_LARGE` as soon as it exceeds the limit. */
export async function readBytes(request: IncomingMessage, maxSize: number): Promise<Buffer> {
  try {
    return await readRawBody(request, { limit: maxSize });
  } catch (error) {
    throw bodyFailure(request, error, { maxSize, encoding: "identity" });
  }
}

function decompressed(ctx: Context, encoding: string): Readable {
  if (encoding === "identity") return ctx.req;
  if (encoding === "gzip" || encoding === "deflate") return ctx.req.pipe(createUnzip());
  if (encoding === "br") return ctx.req.pipe(createBrotliDecompress());
  return ctx.throw(415, `Unsupported Content-Encoding: ${encoding}`);
}

/**
 * Converts an error of the body reader into the one to send. An error without an HTTP status, in a compressed body,
 * comes from decompression. The rest of the refused body is discarded as it arrives, so that the client reads the answer.
 */
function bodyFailure(
  request: IncomingMessage,
  error: unknown,
  { maxSize, encoding }: { readonly maxSize: number; readonly encoding: string },
): unknown {
  request.resume();
  const status = error instanceof Error && "status" in error ? error.status : undefined;
  if (status === 413) return bodyTooLarge({ limit: maxSize });
  if (status !== undefined || encoding === "identity") return error;
  return errors.bodyEncoding({ encoding });
}
