import { Router } from "@koa/router";
import Koa, { type Context } from "koa";
import { ChainError } from "../codec/chain-error.js";
import type { Engine } from "../node/engine.js";
import { HANDLERS } from "../node/operations/handlers.js";
import type { Operation } from "../records/operations/operation.js";
import { operationAt } from "../records/operations/operations.js";
import { callerAt, isLoopback } from "./caller.js";
import { HttpFailure, INTERNAL_FAILURE, failureOf, failureText, isHangUp, type Failure } from "./failure.js";
import { bodyToInput, queryToInput } from "./input.js";
import type { ServerLimits } from "./limits.js";
import { openApiText } from "./openapi.js";
import type { RateLimiter } from "./rate-limiter.js";
import { createBodyReader } from "./read-body.js";
import { sendAnswer, sendText } from "./send-answer.js";

export interface AppOptions {
  readonly engine: Engine;
  /** Whether the node has begun and is not ending (PROTOCOL 13.4). */
  readonly isReady: () => boolean;
  readonly limits: ServerLimits;
  readonly limitRate: RateLimiter;
  /** Told of errors that nobody expected. */
  readonly onError: (error: unknown) => void;
}

/** Methods of an operation; HEAD is GET without the body, and so of reads alone. */
const READ_METHODS = ["GET", "POST", "HEAD"];
const WRITE_METHODS = ["GET", "POST"];

/**
 * The HTTP surface (PROTOCOL 13) as a koa application: one pass for every request, then the operation, found by a
 * lookup of its path; what is no operation is the router's.
 */
export function createApp(options: AppOptions): Koa {
  const app = new Koa();
  // What comes here befell an answer under way. Koa tells it twice, as the body's failure and as the answer's.
  const told = new WeakSet<Error>();
  app.on("error", (error: Error) => {
    if (told.has(error) || isHangUp(error)) return;
    told.add(error);
    options.onError(error);
  });
  app.use(answerFailures(options));
  app.use(answerOperations(options));
  app.use(documents().routes());
  app.use(() => {
    throw new HttpFailure(404, "Api not found. Please check request uri. ");
  });
  return app;
}

/** Counts the request, lets any origin read the answer, and tells every failure in the envelope. */
function answerFailures({ limitRate, onError }: AppOptions): Koa.Middleware {
  return async (ctx, next) => {
    ctx.set("access-control-allow-origin", "*");
    try {
      const waitSeconds = limitRate(callerAt(ctx.req.socket.remoteAddress ?? ""));
      if (waitSeconds > 0) throw new HttpFailure(429, "Too many requests. ", waitSeconds);
      await next();
    } catch (error) {
      const failure = failureOf(error);
      if (failure === null) onError(error);
      sendFailure(ctx, failure ?? INTERNAL_FAILURE);
    }
  };
}

function answerOperations({ engine, isReady, limits }: AppOptions): Koa.Middleware {
  const readBody = createBodyReader(limits.bodySize);

  return async (ctx, next) => {
    const operation = operationAt(ctx.path);
    if (operation === undefined) await next();
    else if (ctx.method === "OPTIONS") sendMethods(ctx, methodsOf(operation));
    else {
      assertMethod(ctx, methodsOf(operation));
      if (!isReady()) {
        throw new ChainError("NODE_NOT_READY", "The node is not ready. ", { kind: "unavailable" });
      }
      const input =
        ctx.method === "POST"
          ? await bodyToInput(ctx.querystring, ctx.get("content-type"), await readBody(ctx))
          : queryToInput(ctx.querystring);
      const caller = callerAt(ctx.req.socket.remoteAddress ?? "");
      const asked = isLoopback(caller) ? input : { ...input, caller };
      sendAnswer(ctx, await HANDLERS[operation.name](engine, asked));
    }
  };
}

function methodsOf(operation: Operation): readonly string[] {
  return operation.isRead ? READ_METHODS : WRITE_METHODS;
}

/** What is to be had beside the operations: a sign of life, and the interface's description. */
function documents(): Router {
  const description = openApiText();
  const router = new Router();
  router.all("/", (ctx) => answerDocument(ctx, '{"code":200}'));
  router.all("/openapi.json", (ctx) => answerDocument(ctx, description));
  return router;
}

function answerDocument(ctx: Context, text: string): void {
  if (ctx.method === "OPTIONS") sendMethods(ctx, READ_METHODS);
  else {
    assertMethod(ctx, READ_METHODS);
    sendText(ctx, text);
  }
}

/** The answer to OPTIONS, a browser's question before it sends JSON among others. */
function sendMethods(ctx: Context, methods: readonly string[]): void {
  const allowed = [...methods, "OPTIONS"].join(", ");
  ctx.set({
    allow: allowed,
    "access-control-allow-methods": allowed,
    "access-control-allow-headers": "content-type",
    "access-control-max-age": "86400",
  });
  ctx.status = 204;
}

function assertMethod(ctx: Context, methods: readonly string[]): void {
  if (methods.includes(ctx.method)) return;
  ctx.set("allow", [...methods, "OPTIONS"].join(", "));
  throw new HttpFailure(405, `The method ${ctx.method} is not taken here. `);
}

function sendFailure(ctx: Context, failure: Failure): void {
  ctx.status = failure.status;
  if (failure.retryAfterSeconds !== undefined) ctx.set("retry-after", String(failure.retryAfterSeconds));
  sendText(ctx, failureText(failure));
}
