import { Router } from "@koa/router";
import { performance } from "node:perf_hooks";
import Koa, { type Context } from "koa";
import type { Answer, Engine } from "../node/engine.js";
import type { Moments } from "../node/moments.js";
import { events } from "../node/operations/events.js";
import { HANDLERS } from "../node/operations/handlers.js";
import type { Operation } from "../records/operations/operation.js";
import { EVENTS } from "../records/operations/events.js";
import { operationAt, operationPath } from "../records/operations/operations.js";
import { callerAt, isLoopback } from "./caller.js";
import { CHAIN_HEADERS, minHeightIn, nameHeight } from "./chain-height.js";
import type { EventStreams } from "./event-streams.js";
import { INTERNAL_FAILURE, publicFailure, failureText, isHangUp, type Failure } from "./failure.js";
import { bodyToInput, queryToInput } from "./input.js";
import { openApiText } from "./openapi.js";
import type { PassingListener } from "./pass-on.js";
import type { RateLimiter } from "./rate-limiter.js";
import type { BodyReader } from "./read-body.js";
import { sendAnswer, sendText } from "./send-answer.js";
import * as errors from "./errors.js";

export interface AppOptions {
  /** What answers: an engine, or one for each moment. Only then an answer names its height. */
  readonly engine: Engine | Moments;
  /** Answers operations elsewhere. */
  readonly elsewhere?: Elsewhere;
  /** Whether the node has started and is not stopping (PROTOCOL 13.4). */
  readonly isReady: () => boolean;
  readonly bodies: BodyReader;
  readonly limitRate: RateLimiter;
  readonly streams: EventStreams;
  /** Whether the operations of the explorer are answered. */
  readonly hasExplorer: boolean;
  /** Called after each answer to an operation. */
  readonly onAnswered?: OnAnswered;
  /** Called with unexpected errors. */
  readonly onError: (error: unknown) => void;
}

/** Operations that another server answers; this one passes them on. */
export interface Elsewhere {
  readonly operations: ReadonlySet<string>;
  /** Answers the request of an operation. The connection's limits hold as for all others. */
  readonly answer: PassingListener;
}

/** Told of an answer: the operation, the HTTP status and the time it took in seconds. */
export type OnAnswered = (operation: string, status: number, seconds: number) => void;

/** HEAD is GET without the body, so only operations that read have it. */
const READ_METHODS = ["GET", "POST", "HEAD"];
const WRITE_METHODS = ["GET", "POST"];

/**
 * The HTTP interface (PROTOCOL 13.1) as a Koa application. Every request passes through one pipeline; operations are
 * found by a lookup of the path, and the router has the other paths.
 */
export function createApp(options: AppOptions): Koa {
  const app = new Koa();
  // Errors that occur while an answer is sent: its client learns them by its end. Koa reports each twice, for the body and for
  // the response.
  const told = new WeakSet<Error>();
  app.on("error", (error: Error) => {
    if (told.has(error) || isHangUp(error) || publicFailure(error) !== null) return;
    told.add(error);
    options.onError(error);
  });
  if (options.onAnswered !== undefined) app.use(timeOperations(options.onAnswered));
  app.use(answerFailures(options));
  app.use(answerOperations(options));
  app.use(streamEvents(options).routes());
  app.use(documents().routes());
  app.use(() => {
    throw errors.pathUnknown();
  });
  return app;
}

/**
 * Applies the rate limit, lets any origin read the answer (PROTOCOL 13.2), and writes every failure as an envelope
 * (PROTOCOL 13.4).
 */
function answerFailures({ limitRate, onError }: AppOptions): Koa.Middleware {
  return async (ctx, next) => {
    ctx.res.setHeader("access-control-allow-origin", "*");
    ctx.res.setHeader("access-control-expose-headers", CHAIN_HEADERS);
    try {
      const waitSeconds = limitRate(callerAt(ctx.req.socket.remoteAddress ?? ""));
      if (waitSeconds > 0) throw errors.rateLimit({ seconds: waitSeconds });
      await next();
    } catch (error) {
      const failure = publicFailure(error);
      if (failure === null) onError(error);
      sendFailure(ctx, failure ?? INTERNAL_FAILURE);
    }
  };
}

/** Times the operations, their failures included. */
function timeOperations(onAnswered: OnAnswered): Koa.Middleware {
  return async (ctx, next) => {
    const operation = operationAt(ctx.path);
    const begin = performance.now();
    await next();
    if (operation !== undefined) onAnswered(operation.name, ctx.status, (performance.now() - begin) / 1000);
  };
}

function answerOperations({ engine, elsewhere, isReady, bodies, hasExplorer }: AppOptions): Koa.Middleware {
  return async (ctx, next) => {
    const operation = operationAt(ctx.path);
    if (operation === undefined || (operation.isExplorer === true && !hasExplorer)) await next();
    else if (ctx.method === "OPTIONS") sendMethods(ctx, methodsOf(operation));
    else {
      assertMethod(ctx, methodsOf(operation));
      if (!isReady()) throw errors.nodeNotReady();
      if (elsewhere?.operations.has(operation.name) === true) {
        ctx.respond = false;
        await elsewhere.answer(ctx.req, ctx.res);
        return;
      }
      const input =
        ctx.method === "POST"
          ? await bodyToInput(ctx.querystring, ctx.get("content-type"), await bodies.read(ctx))
          : queryToInput(ctx.querystring);
      const caller = callerAt(ctx.req.socket.remoteAddress ?? "");
      const asked = isLoopback(caller) ? input : { ...input, caller };
      const answerBy = (answering: Engine): Promise<Answer> => HANDLERS[operation.name](answering, asked);
      const answer = "lagSeconds" in engine ? answerAtMoment(ctx, engine, answerBy) : answerBy(engine);
      sendAnswer(ctx, await answer);
    }
  };
}

/**
 * Answers at a moment, which is open until the answer is read, and names its height in the headers. Throws `PARAMETER` for an
 * invalid `min-height`, or what `Moments.open` throws.
 */
async function answerAtMoment(
  ctx: Context,
  moments: Moments,
  answerBy: (engine: Engine) => Promise<Answer>,
): Promise<Answer> {
  const { tip } = moments;
  nameHeight(ctx, moments, tip);
  const opening = moments.open(minHeightIn(ctx.querystring));
  const moment = opening instanceof Promise ? await opening : opening;
  ctx.res.once("close", () => moment.close());
  // The client may have left meanwhile.
  if (ctx.res.destroyed) moment.close();
  if (moment.tip !== tip) nameHeight(ctx, moments, moment.tip);
  let isRead = true;
  try {
    const answer = await answerBy(moment.engine);
    isRead = !("json" in answer) || typeof answer.json === "string";
    return answer;
  } finally {
    if (isRead) moment.close();
  }
}

const STREAM_METHODS = ["GET"];

/** The one operation whose answer is a stream. */
function streamEvents({ engine, isReady, streams }: AppOptions): Router {
  const router = new Router();
  router.all(operationPath(EVENTS.name), (ctx) => {
    if (ctx.method === "OPTIONS") return sendMethods(ctx, STREAM_METHODS);
    assertMethod(ctx, STREAM_METHODS);
    if (!isReady()) throw errors.nodeNotReady();
    const lastEventId = ctx.headers["last-event-id"];
    const open = events(
      queryToInput(ctx.querystring),
      typeof lastEventId === "string" ? lastEventId : undefined,
    );
    streams.send(ctx, (signal) => open(engine, signal));
  });
  return router;
}

function methodsOf(operation: Operation): readonly string[] {
  return operation.isRead ? READ_METHODS : WRITE_METHODS;
}

/** The paths that are not operations: a sign of life, and the description of the interface. */
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

/** The answer to OPTIONS, which a browser sends before it posts JSON. */
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
  throw errors.methodNotAllowed({ method: ctx.method });
}

function sendFailure(ctx: Context, failure: Failure): void {
  if (failure.retryAfterSeconds !== undefined) ctx.set("retry-after", String(failure.retryAfterSeconds));
  sendText(ctx, failureText(failure), failure.status);
}
