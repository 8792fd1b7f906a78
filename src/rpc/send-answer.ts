import { Readable, pipeline } from "node:stream";
import { constants, createGzip } from "node:zlib";
import type { Context } from "koa";
import { canonicalJson, stringToJson } from "../codec/canonical-json.js";
import type { Answer } from "../ledger/answer.js";
import { endTogether } from "./end-together.js";
import { MIN_COMPRESSED_LENGTH } from "./limits.js";

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

/** Sends JSON text, or a stream of it, in writes of which each shows that its reader makes progress. */
export function sendText(ctx: Context, body: string | Readable, status = 200): void {
  const { res } = ctx;
  res.setHeader("content-type", JSON_TYPE);
  if (typeof body === "string" && body.length < MIN_COMPRESSED_LENGTH) {
    // The bytes that Koa would send. Its body and header methods take a fifth of the time of a Ping.
    ctx.respond = false;
    res.statusCode = status;
    res.setHeader("Content-Length", Buffer.byteLength(body));
    endTogether(res, body);
    return;
  }
  ctx.status = status;
  ctx.vary("accept-encoding");
  const pieces = typeof body === "string" ? Readable.from([body]) : body;
  if (ctx.acceptsEncodings("gzip", "identity") === "gzip") {
    ctx.body = compress(ctx, pieces);
    return;
  }
  ctx.body = Readable.from(slicesOf(pieces));
  if (typeof body === "string") ctx.length = Buffer.byteLength(body);
}

/** The longest write. */
export const WRITE_BYTES = 65_536;

async function* slicesOf(pieces: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    const bytes = Buffer.from(piece);
    for (let at = 0; at < bytes.length; at += WRITE_BYTES) yield bytes.subarray(at, at + WRITE_BYTES);
  }
}

/** The envelope as text, or as a stream when the data comes in pieces. */
export function answerToBody(answer: Answer): string | Readable {
  const head =
    answer.isSystemRequest === true ? '{"code":200,"status":"success","data":' : '{"code":200,"data":';
  let tail = "";
  for (const [name, value] of Object.entries(answer.siblings ?? {}))
    tail += `,${stringToJson(name)}:${canonicalJson(value)}`;
  tail += "}";
  if ("value" in answer) return head + canonicalJson(answer.value) + tail;
  if (typeof answer.json === "string") return head + answer.json + tail;
  return Readable.from(wrap(head, answer.json, tail));
}

/** Shorter pieces are joined: each write costs as much as thousands of characters. */
const SENT_LENGTH = 16_384;

async function* wrap(head: string, pieces: AsyncIterable<string>, tail: string): AsyncIterable<string> {
  // Sent at once, so that the client sees the status while the first piece is being read.
  yield head;
  let waiting = "";
  for await (const piece of pieces) {
    waiting += piece;
    if (waiting.length < SENT_LENGTH) continue;
    yield waiting;
    waiting = "";
  }
  yield waiting + tail;
}

function finalNameOf(answer: Answer): string | undefined {
  return "json" in answer ? answer.finalName : undefined;
}

/** At the fastest level: a higher one takes three times as long to make blocks a tenth smaller. */
function compress(ctx: Context, source: Readable): Readable {
  const gzip = createGzip({ level: constants.Z_BEST_SPEED });
  ctx.set("content-encoding", "gzip");
  // A source that fails destroys the stream with its error, so the connection ends before the answer is complete.
  return pipeline(source, gzip, () => undefined);
}
