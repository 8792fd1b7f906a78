import { Readable, pipeline } from "node:stream";
import { setImmediate as turnLoop } from "node:timers/promises";
import { promisify } from "node:util";
import { constants, createGzip, gzip, gzipSync, type ZlibOptions } from "node:zlib";
import type { Context } from "koa";
import { canonicalJson, stringToJson } from "../codec/canonical-json.js";
import type { Answer } from "../ledger/answer.js";
import { JSON_TYPE } from "./failure.js";
import { MIN_COMPRESSED_LENGTH } from "./limits.js";
import type { AnswerMemory } from "./long-answers.js";
import type { ServerResponse } from "node:http";

const FOR_EVER = "public, max-age=31536000, immutable";

/**
 * Sends an answer: cacheable without limit when it is final, compressed when large, streamed when it comes in pieces.
 */
export async function sendAnswer(ctx: Context, answer: Answer, memory?: AnswerMemory): Promise<void> {
  const name = ctx.method === "GET" || ctx.method === "HEAD" ? finalNameOf(answer) : undefined;
  if (name !== undefined) {
    // Weak: the body may be compressed or not.
    ctx.set("etag", `W/"${name}"`);
    ctx.set("cache-control", FOR_EVER);
    ctx.status = 200;
    if (ctx.fresh) {
      ctx.status = 304;
      return;
    }
  }
  await sendText(ctx, answerToBody(answer), { memory });
}

/** A long text that is the same for every reader: all share its bytes. */
export interface FixedText {
  readonly plain: Buffer;
  readonly zipped: Buffer;
}

export function fixedText(text: string): FixedText {
  return { plain: Buffer.from(text), zipped: gzipSync(text) };
}

interface SendOptions {
  readonly status?: number;
  /** What the answer may use; no bound by default. */
  readonly memory?: AnswerMemory | undefined;
}

/**
 * Sends JSON text, or a stream of it, compressed when it is long and the client accepts that. Writes are short, so that each
 * shows that its reader makes progress. Throws `LONG_ANSWERS`.
 */
export async function sendText(
  ctx: Context,
  body: string | Readable | FixedText,
  { status = 200, memory }: SendOptions = {},
): Promise<void> {
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
  const accepts = ctx.acceptsEncodings("gzip", "identity") === "gzip";
  if (body instanceof Readable) {
    // Without room for a compressor, the text is sent as it is.
    if (!accepts || memory?.take(COMPRESSOR_BYTES) === false) return sendLong(ctx, status, slicesOf(body));
    const { text, rest } = await readAhead(body);
    if (rest === null) return sendText(ctx, text, { status });
    return sendLong(ctx, status, compress(ctx, slicesOf(joined(text, rest))));
  }
  let bytes: Buffer;
  if (typeof body === "string") {
    memory?.demand(body.length);
    bytes = accepts ? await compressed(body, GZIP) : Buffer.from(body);
  } else bytes = accepts ? body.zipped : body.plain;
  if (accepts) ctx.set("content-encoding", "gzip");
  sendLong(ctx, status, Readable.from(slices(bytes)));
  ctx.length = bytes.length;
}

/** Measured: what a compressor holds, with its buffers. */
const COMPRESSOR_BYTES = 320 * 1024;

function sendLong(ctx: Context, status: number, body: Readable): void {
  ctx.status = status;
  ctx.vary("accept-encoding");
  ctx.body = body;
}

interface Begun {
  readonly text: string;
  /** The pieces after the text; null when it is the whole. */
  readonly rest: AsyncIterator<string> | null;
}

/** Reads as much as tells whether compressing is worth it. */
async function readAhead(pieces: AsyncIterable<string>): Promise<Begun> {
  const rest = pieces[Symbol.asyncIterator]();
  let text = "";
  while (text.length < MIN_COMPRESSED_LENGTH) {
    const next = await rest.next();
    if (next.done === true) return { text, rest: null };
    text += next.value;
  }
  return { text, rest };
}

async function* joined(text: string, rest: AsyncIterator<string>): AsyncGenerator<string> {
  yield text;
  yield* { [Symbol.asyncIterator]: () => rest };
}

export const WRITE_BYTES = 65_536;

/** How many slices of a piece, which may have megabytes, are made in one turn of the event loop. */
const SLICES_A_TURN = 16;

function slicesOf(pieces: AsyncIterable<string>): Readable {
  return Readable.from(toSlices(pieces));
}

async function* toSlices(pieces: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let made = 0;
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; made += 1) {
      if (made % SLICES_A_TURN === SLICES_A_TURN - 1) await turnLoop();
      const end = at + WRITE_BYTES;
      // Half a surrogate pair would be sent as another character.
      const cut = piece.slice(at, isInPair(piece, end) ? end + 1 : end);
      at += cut.length;
      yield* slices(Buffer.from(cut));
    }
  }
}

function isInPair(text: string, at: number): boolean {
  return (text.codePointAt(at - 1) ?? 0) > 0xff_ff;
}

/** The slices of a text that are written one after the other. */
export function* slices(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += WRITE_BYTES) yield bytes.subarray(at, at + WRITE_BYTES);
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

/** The fastest level: a higher one takes three times as long to make blocks a tenth smaller. */
const GZIP = { level: constants.Z_BEST_SPEED };
const compressed = promisify<string, ZlibOptions, Buffer>(gzip);

function compress(ctx: Context, source: Readable): Readable {
  ctx.set("content-encoding", "gzip");
  // A source that fails destroys the stream with its error, so the connection ends before the answer is complete.
  return pipeline(source, createGzip(GZIP), () => undefined);
}

/** More are not kept waiting, however long the turn lasts. */
const MAX_WAITING = 16;

const waiting: (readonly [response: ServerResponse, body: string])[] = [];

/**
 * Ends a response with the others of this turn of the event loop, one right after the other. A write wakes a client that
 * waits on the same machine, which may take longer than the answer; a client that is awake reads the next ones at once.
 */
export function endTogether(response: ServerResponse, body: string): void {
  waiting.push([response, body]);
  if (waiting.length >= MAX_WAITING) endWaiting();
  else if (waiting.length === 1) setImmediate(endWaiting);
}

function endWaiting(): void {
  for (const [response, body] of waiting.splice(0)) response.end(body);
}
