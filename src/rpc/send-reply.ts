import { Readable, pipeline } from "node:stream";
import { constants, createGzip } from "node:zlib";
import type { Context } from "koa";
import type { Reply } from "../node/operations/handlers.js";
import { MIN_COMPRESSED_LENGTH } from "./limits.js";
import { replyToBody } from "./reply.js";

const FOR_EVER = "public, max-age=31536000, immutable";
const JSON_TYPE = "application/json; charset=utf-8";

/** Answers with a reply: to be kept for ever when it is final, compressed when large, streamed when in pieces. */
export function sendReply(ctx: Context, reply: Reply): void {
  const name = ctx.method === "GET" || ctx.method === "HEAD" ? finalNameOf(reply) : undefined;
  if (name !== undefined) {
    // Weak: a block may be sealed by other validators elsewhere, and comes compressed or not.
    ctx.set("etag", `W/"${name}"`);
    ctx.set("cache-control", FOR_EVER);
    ctx.status = 200;
    if (ctx.fresh) {
      ctx.status = 304;
      return;
    }
  }
  sendText(ctx, replyToBody(reply));
}

/** Sends JSON text that is there, or that comes in pieces. */
export function sendText(ctx: Context, body: string | Readable): void {
  ctx.set("content-type", JSON_TYPE);
  if (typeof body === "string" && body.length < MIN_COMPRESSED_LENGTH) {
    ctx.body = body;
    return;
  }
  ctx.vary("accept-encoding");
  ctx.body = ctx.acceptsEncodings("gzip", "identity") === "gzip" ? compress(ctx, body) : body;
}

function finalNameOf({ answer }: Reply): string | undefined {
  return "json" in answer ? answer.finalName : undefined;
}

/** At the fastest level: a higher one takes thrice the time to make blocks a tenth smaller. */
function compress(ctx: Context, body: string | Readable): Readable {
  const source = typeof body === "string" ? Readable.from([body]) : body;
  const gzip = createGzip({ level: constants.Z_BEST_SPEED });
  ctx.set("content-encoding", "gzip");
  // A source that fails destroys the stream with its error, which ends the connection before the answer's end.
  return pipeline(source, gzip, () => undefined);
}
