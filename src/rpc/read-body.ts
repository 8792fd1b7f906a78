import type { Context } from "koa";
import { koaBody } from "koa-body";
import { HttpFailure, bodyTooLarge } from "./failure.js";

/** Gives a request's body as one character a byte. */
export type BodyReader = (ctx: Context) => Promise<string>;

/**
 * Reads bodies of every type as bytes: what they mean is decided by the protocol's own readers, which know integers
 * beyond 2^53 and refuse what is not UTF-8.
 *
 * A body larger than the limit is refused before a byte of it is kept when its length is declared, else as soon as
 * it passes the limit: throws an HTTP failure of status 413.
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
    if (Number(headers["content-length"] ?? 0) > maxSize) throw bodyTooLarge(maxSize);
    // A body without a type is read as well.
    headers["content-type"] ??= "application/octet-stream";
    try {
      await read(ctx, nothingMore);
    } catch (error) {
      // What is still to come of a refused body is thrown away as it comes, so that its sender gets to the answer.
      ctx.req.resume();
      throw bodyFailure(error, maxSize, headers["content-encoding"]);
    }
    const { body } = ctx.request as { body?: unknown };
    return typeof body === "string" ? body : "";
  };
}

/** An error of the reader as it is told. What has no HTTP status, in a compressed body, is the unpacking's. */
function bodyFailure(error: unknown, maxSize: number, encoding: string | undefined): unknown {
  const status = error instanceof Error && "status" in error ? error.status : undefined;
  if (status === 413) return bodyTooLarge(maxSize);
  if (status !== undefined || encoding === undefined) return error;
  return new HttpFailure(400, `The body cannot be unpacked: it is not ${encoding}. `);
}
