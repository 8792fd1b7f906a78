import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import Koa, { type Context } from "koa";
import { koaBody } from "koa-body";
import { bodyTooLarge } from "../node/errors.js";
import * as errors from "./errors.js";

/** Returns the body of a request as one character per byte. */
export type BodyReader = (ctx: Context) => Promise<string>;

/**
 * Reads bodies of every content type as bytes. The protocol's own readers parse them, which know integers beyond 2^53
 * and refuse invalid UTF-8.
 *
 * A body larger than the limit is refused before any of it is read when its length is declared, otherwise as soon as
 * it exceeds the limit: throws `BODY_TOO_LARGE`.
 */
export function createBodyReader(maxSize: number): BodyReader {
  const read = koaBody({
    text: true,
    textTypes: ["*/*"],
    textLimit: maxSize,
    encoding: "binary",
    json: false,
    urlencoded: false,
    multipart: false,
  });
  const nothingMore = async (): Promise<void> => undefined;

  return async (ctx) => {
    const { headers } = ctx.req;
    if (Number(headers["content-length"] ?? 0) > maxSize) throw bodyTooLarge({ limit: maxSize });
    // A body without a content type is read too.
    headers["content-type"] ??= "application/octet-stream";
    try {
      await read(ctx, nothingMore);
    } catch (error) {
      // The rest of a refused body is discarded as it arrives, so that the client reads the answer.
      ctx.req.resume();
      throw bodyFailure(error, maxSize, headers["content-encoding"]);
    }
    const { body } = ctx.request as { body?: unknown };
    return typeof body === "string" ? body : "";
  };
}

/** Reads a body that came from nowhere, so that a reader loads before the first request what it loads with its first body. */
export async function loadBodyReader(read: BodyReader): Promise<void> {
  const request = new IncomingMessage(new Socket());
  request.method = "POST";
  request.headers = { "content-length": "1" };
  request.push("1");
  request.push(null);
  await read(new Koa().createContext(request, new ServerResponse(request)));
}

/**
 * Converts an error of the body reader into the one to send. An error without an HTTP status, in a compressed body,
 * comes from decompression.
 */
function bodyFailure(error: unknown, maxSize: number, encoding: string | undefined): unknown {
  const status = error instanceof Error && "status" in error ? error.status : undefined;
  if (status === 413) return bodyTooLarge({ limit: maxSize });
  if (status !== undefined || encoding === undefined) return error;
  return errors.bodyEncoding({ encoding });
}
