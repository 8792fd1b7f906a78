import { Router } from "@koa/router";
import { performance } from "node:perf_hooks";
import type { Answer, Engine } from "../api/engine.js";
import type { Moments } from "../api/moments.js";
import { events } from "../api/operations/events.js";
import { HANDLERS } from "../api/operations/handlers.js";
import { textParameter, type OperationInput } from "../api/operations/input.js";
import { BROADCAST } from "../records/operations/broadcast.js";
import type { Operation } from "../records/operations/operation.js";
import { EVENTS } from "../records/operations/events.js";
import { SEND_RAW_TRANSACTION, SEND_TRANSACTION } from "../records/operations/transactions.js";
import { operationAt, operationPath } from "../records/operations/operations.js";
import { isLoopback } from "./caller.js";
import type { Callers } from "./callers.js";
import { minHeightIn, nameHeight } from "./chain-height.js";
import { preflightHeaders, READABLE_BY_PAGES } from "./cors.js";
import type { EventStreams } from "./event-streams.js";
import type { ForwardCharge } from "./forward-charge.js";
import { INTERNAL_FAILURE, publicFailure, failureText, isHangUp, type Failure } from "./failure.js";
import { bodyToInput, queryToInput } from "./input.js";
import { openApiText } from "./openapi.js";
import type { LargeBodies } from "./large-bodies.js";
import type { LongAnswers } from "./long-answers.js";
import type { PassingListener } from "./pass-on.js";
import type { RateLimiter } from "./rate-limiter.js";
import type { BodyReader } from "./read-body.js";
import { fixedText, sendAnswer, sendText, type FixedText } from "./send-answer.js";
import * as errors from "./errors.js";

import Koa, { type Context } from "koa";

export interface AppOptions {
  /** The engine, or a source of snapshots. Only the answer of a snapshot names its height. */
  readonly engine: Engine | Moments;
  readonly elsewhere?: Elsewhere;
  /** Whether the node has started and is not stopping (PROTOCOL 13.4). */
  readonly isReady: () => boolean;
  readonly bodies: BodyReader;
  readonly largeBodies: LargeBodies;
  readonly longAnswers: LongAnswers;
  readonly callers: Callers;
  readonly limitRate: RateLimiter;
  readonly chargeForwards: ForwardCharge;
  readonly streams: EventStreams;
  readonly hasExplorer: boolean;
  /** Called after each answer to an operation. */
  readonly onAnswered?: OnAnswered;
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

/** The operations whose answers may be held back, with the parameter `wait`. */
const WAITING: ReadonlySet<string> = new Set([
  BROADCAST.name,
  SEND_TRANSACTION.name,
  SEND_RAW_TRANSACTION.name,
]);

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
  app.use((ctx) => {
    // A page is told that there is no such path only when its browser may ask.
    if (ctx.method === "OPTIONS") sendMethods(ctx, READ_METHODS);
    else throw errors.pathUnknown();
  });
  return app;
}

const READABLE = Object.entries(READABLE_BY_PAGES);

/**
 * Applies the rate limit, lets any origin read the answer (PROTOCOL 13.2), and writes every failure as an envelope
 * (PROTOCOL 13.4).
 */
function answerFailures({ callers, limitRate, onError }: AppOptions): Koa.Middleware {
  return async (ctx, next) => {
    for (const [name, value] of READABLE) ctx.res.setHeader(name, value);
    try {
      const waitSeconds = limitRate(callers.of(ctx.req));
      if (waitSeconds > 0) throw errors.rateLimit({ seconds: waitSeconds });
      await next();
    } catch (error) {
      const failure = publicFailure(error);
      if (failure === null) onError(error);
      await sendFailure(ctx, failure ?? INTERNAL_FAILURE);
    }
  };
}

function timeOperations(onAnswered: OnAnswered): Koa.Middleware {
  return async (ctx, next) => {
    const operation = operationAt(ctx.path);
    const begin = performance.now();
    await next();
    // An answer that waited for news was not slow.
    const seconds = ctx.state["isHeld"] === true ? 0 : (performance.now() - begin) / 1000;
    if (operation !== undefined) onAnswered(operation.name, ctx.status, seconds);
  };
}

function answerOperations({
  engine,
  elsewhere,
  isReady,
  bodies,
  largeBodies,
  longAnswers,
  callers,
  chargeForwards,
  streams,
  hasExplorer,
}: AppOptions): Koa.Middleware {
  return async (ctx, next) => {
    const operation = operationAt(ctx.path);
    if (operation === undefined || (operation.isExplorer === true && !hasExplorer)) await next();
    else if (ctx.method === "OPTIONS") sendMethods(ctx, methodsOf(operation));
    else {
      assertMethod(ctx, methodsOf(operation));
      if (!isReady()) throw errors.nodeNotReady();
      const caller = callers.of(ctx.req);
      largeBodies.take(ctx.req, ctx.res, caller);
      if (elsewhere?.operations.has(operation.name) === true) {
        ctx.respond = false;
        await elsewhere.answer(ctx.req, ctx.res);
        return;
      }
      const input =
        ctx.method === "POST"
          ? await bodyToInput(ctx.querystring, ctx.get("content-type"), await bodies.read(ctx))
          : queryToInput(ctx.querystring);
      if (operation.name === SEND_RAW_TRANSACTION.name) chargeForwards(caller, input.json);
      const asked = {
        ...input,
        ...(isLoopback(caller) ? {} : { caller }),
        ...(mayWait(operation, input) ? { patience: hold(ctx, streams) } : {}),
      };
      const answerBy = (answering: Engine): Promise<Answer> => HANDLERS[operation.name](answering, asked);
      const answer = "lagSeconds" in engine ? answerAtMoment(ctx, engine, answerBy) : answerBy(engine);
      await sendAnswer(ctx, await answer, longAnswers.for(ctx.res, caller));
    }
  };
}

/** Whether a question waits for news (PROTOCOL 15.15), or a submission for the block of its transaction. */
function mayWait({ name }: Operation, input: OperationInput): boolean {
  return WAITING.has(name) && textParameter(input, "wait") !== undefined;
}

function hold(ctx: Context, streams: EventStreams): AbortSignal | null {
  const signal = streams.hold(ctx);
  ctx.state["isHeld"] = signal !== null;
  return signal;
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
  router.all(operationPath(EVENTS.name), async (ctx) => {
    if (ctx.method === "OPTIONS") return sendMethods(ctx, STREAM_METHODS);
    assertMethod(ctx, STREAM_METHODS);
    if (!isReady()) throw errors.nodeNotReady();
    const lastEventId = ctx.headers["last-event-id"];
    const query = events(
      queryToInput(ctx.querystring),
      typeof lastEventId === "string" ? lastEventId : undefined,
    );
    if ("reach" in engine && query.after !== null) await engine.reach(query.after);
    // Before the stream begins, so that the status tells.
    if ("assertResumable" in engine) await engine.assertResumable?.(query);
    streams.send(ctx, (signal) => engine.events(query, signal));
  });
  return router;
}

function methodsOf(operation: Operation): readonly string[] {
  return operation.isRead ? READ_METHODS : WRITE_METHODS;
}

/** The paths that are not operations: a sign of life, and the description of the interface. */
function documents(): Router {
  let description: FixedText | null = null;
  const router = new Router();
  router.all("/", (ctx) => answerDocument(ctx, '{"code":200}'));
  router.all("/openapi.json", (ctx) => answerDocument(ctx, (description ??= fixedText(openApiText()))));
  return router;
}

async function answerDocument(ctx: Context, text: string | FixedText): Promise<void> {
  if (ctx.method === "OPTIONS") sendMethods(ctx, READ_METHODS);
  else {
    assertMethod(ctx, READ_METHODS);
    await sendText(ctx, text);
  }
}

/** The answer to OPTIONS, which a browser sends before it posts JSON. */
function sendMethods(ctx: Context, methods: readonly string[]): void {
  ctx.set(preflightHeaders(methods, ctx.get("access-control-request-headers")));
  ctx.status = 204;
}

function assertMethod(ctx: Context, methods: readonly string[]): void {
  if (methods.includes(ctx.method)) return;
  ctx.set("allow", [...methods, "OPTIONS"].join(", "));
  throw errors.methodNotAllowed({ method: ctx.method });
}

async function sendFailure(ctx: Context, failure: Failure): Promise<void> {
  // The answer that could not be sent had them.
  for (const name of ["etag", "cache-control"]) ctx.remove(name);
  if (failure.retryAfterSeconds !== undefined) ctx.set("retry-after", String(failure.retryAfterSeconds));
  await sendText(ctx, failureText(failure), failure);
}
