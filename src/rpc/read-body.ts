import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import Koa, { type Context, type Middleware } from "koa";
import { bodyTooLarge } from "../base/errors.js";
import * as errors from "./errors.js";

export interface BodyReader {
  /** Loads koa-body. The first body loads it otherwise. */
  load(): Promise<void>;
  /**
   * Returns the body of a request of any content type as one character per byte. A body larger than the limit is refused
   * before any of it is read when its length is declared, otherwise as soon as it exceeds the limit. Throws
   * `BODY_TOO_LARGE`, `BODY_ENCODING` when a compressed body is damaged, `BODY_UNREADABLE` when the request was
   * aborted before it was read, or koa-body's error with an HTTP status.
   */
  read(ctx: Context): Promise<string>;
}

/**
 * koa-body reads and decompresses bodies. Its parsers are off: the protocol's own know integers beyond 2^53, refuse
 * invalid UTF-8 and work in steps.
 */
export function createBodyReader(maxSize: number): BodyReader {
  let loading: Promise<Middleware> | null = null;
  // It loads some 120 files, which would be a third of the time that a node takes to start.
  const load = (): Promise<Middleware> => (loading ??= loadKoaBody(maxSize));

  return {
    async load() {
      await load();
    },
    async read(ctx) {
      const { headers } = ctx.req;
      const { "content-type": type, "content-encoding": encoding } = headers;
      if (Number(headers["content-length"]) > maxSize) throw bodyTooLarge({ limit: maxSize });
      const middleware = await load();
      // koa-body would blame this node for a request that its client has aborted.
      if (!ctx.req.readable) throw errors.bodyUnreadable({ reason: "request aborted" });
      // koa-body leaves bodies of an invalid type, or of none, unread.
      headers["content-type"] = "application/octet-stream";
      try {
        await middleware(ctx, nothingMore);
      } catch (error) {
        // The rest of the refused body is discarded as it arrives, so that the client reads the answer.
        ctx.req.resume();
        throw bodyFailure(error, maxSize, encoding);
      } finally {
        headers["content-type"] = type;
      }
      const { body } = ctx.request as { readonly body?: unknown };
      return typeof body === "string" ? body : "";
    },
  };
}

async function loadKoaBody(maxSize: number): Promise<Middleware> {
  const { koaBody } = await import("koa-body");
  const middleware = koaBody({
    text: true,
    textTypes: ["*/*"],
    textLimit: maxSize,
    encoding: "binary",
    json: false,
    urlencoded: false,
    multipart: false,
  });
  await middleware(emptyPost(), nothingMore);
  return middleware;
}

/** A request with an empty body. The first body that is read loads decoders, which may fail when files run out. */
function emptyPost(): Context {
  const request = new IncomingMessage(new Socket());
  request.method = "POST";
  request.headers = { "content-type": "application/octet-stream", "content-length": "0" };
  request.push(null);
  return new Koa().createContext(request, new ServerResponse(request));
}

const nothingMore = async (): Promise<void> => undefined;

/** The error to send for one of koa-body. Without an HTTP status, it comes from decompression. */
function bodyFailure(error: unknown, maxSize: number, encoding = "identity"): unknown {
  const status = error instanceof Error && "status" in error ? error.status : undefined;
  if (status === 413) return bodyTooLarge({ limit: maxSize });
  if (status !== undefined || encoding === "identity") return error;
  return errors.bodyEncoding({ encoding });
}
