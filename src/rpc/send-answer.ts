import { Readable, pipeline } from "node:stream";
import { constants, createGzip } from "node:zlib";
import type { Context } from "koa";
import type { Answer } from "../ledger/answer.js";
import { MIN_COMPRESSED_LENGTH } from "./limits.js";
import { answerToBody } from "./answer-body.js";

const FOR_EVER = "public, max-age=31536000, immutable";
const JSON_TYPE = "application/json; charset=utf-8";

/**
 * Sends an answer: cacheable without limit when it is final, compressed when large, streamed when it comes in pieces.
 */
export function sendAnswer(ctx: Context, answer: Answer): void {
  const name = ctx.method === "GET" || ctx.method === "HEAD" ? finalNameOf(answer) : undefined;
  if (name !== undefined) {
    // Weak: another node may hold the same block with a different seal, and the body may be compressed or not.
    ctx.set("etag", `W/"${name}"`);
    ctx.set("cache-control", FOR_EVER);
    ctx.status = 200;
    if (ctx.fresh) {
      ctx.status = 304;
      return;
    }
  }
  sendText(ctx, answerToBody(answer));
}

/** Sends JSON text, or a stream of it. */
export function sendText(ctx: Context, body: string | Readable): void {
  ctx.set("content-type", JSON_TYPE);
  if (typeof body === "string" && body.length < MIN_COMPRESSED_LENGTH) {
    ctx.body = body;
    return;
  }
  ctx.vary("accept-encoding");
  ctx.body = ctx.acceptsEncodings("gzip", "identity") === "gzip" ? compress(ctx, body) : body;
}

function finalNameOf(answer: Answer): string | undefined {
  return "json" in answer ? answer.finalName : undefined;
}

/** At the fastest level: a higher one takes three times as long to make blocks a tenth smaller. */
function compress(ctx: Context, body: string | Readable): Readable {
  const source = typeof body === "string" ? Readable.from([body]) : body;
  const gzip = createGzip({ level: constants.Z_BEST_SPEED });
  ctx.set("content-encoding", "gzip");
  // A source that fails destroys the stream with its error, so the connection ends before the answer is complete.
  return pipeline(source, gzip, () => undefined);
}
