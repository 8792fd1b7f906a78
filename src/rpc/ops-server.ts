import { Router } from "@koa/router";
import Koa, { type Context } from "koa";
import type { RequestListener } from "node:http";
import { canonicalJson } from "../codec/canonical-json.js";
import type { Value } from "../codec/value.js";
import { readinessOf, readinessToValue, type Health } from "../ops/health/health.js";
import { OPENMETRICS_TYPE, PROMETHEUS_TYPE } from "../ops/metrics/metrics-text.js";
import { callerAt, isLoopback } from "./caller.js";
import { ConnectionGate } from "./connection-gate.js";
import { createExplorer, type ExplorerOptions } from "./explorer.js";
import { INTERNAL_FAILURE, publicFailure, sendFailure } from "./failure.js";
import { HostNames } from "./host-names.js";
import { close, createHttpServer } from "./http-server.js";
import { DEFAULT_SERVER_LIMITS, type ServerLimits } from "./limits.js";
import { listen, urlAt } from "./listen.js";
import * as errors from "./errors.js";

export interface OpsServerOptions {
  readonly health: Pick<Health, "isAlive" | "readiness">;
  /** Returns the metrics in the text format of Prometheus, or of OpenMetrics. */
  readonly metrics: (isOpenMetrics: boolean) => Promise<string>;
  readonly host: string;
  /** Further host names under which a browser on this machine may ask, beside `localhost` and IP addresses. */
  readonly names?: readonly string[];
  /** 0 means any free port. */
  readonly port: number;
  /** Whether the node has started and is not stopping. */
  readonly isServing: () => boolean;
  /** The explorer, to be served on the same port. */
  readonly explorer?: ExplorerOptions;
  readonly onError: (error: unknown) => void;
}

/** The server for machines that watch the node. It listens on an address of its own, never on the public port. */
export interface OpsServer {
  /** The address it listens on, such as `http://127.0.0.1:9901`. */
  readonly url: string;
  close(): Promise<void>;
}

/** A monitor asks a few times a minute. */
const TIMEOUT_MS = 5000;
/** Beside the streams of events that pages of the explorer hold, which have a budget of their own. */
const MAX_CONNECTIONS = 64;

/** Starts to listen. Throws what `listen` throws. */
export async function openOpsServer(options: OpsServerOptions): Promise<OpsServer> {
  const { host, onError } = options;
  const app = new Koa();
  app.on("error", onError);
  app.use(answerFailures(options));
  app.use(routes(options).routes());
  app.use(() => {
    throw errors.pathUnknown();
  });
  const callback = app.callback();
  // Koa handles the failures of an answer itself: the promise never rejects.
  const inner: RequestListener = (request, response) => void callback(request, response);
  const answer = options.explorer === undefined ? inner : createExplorer(options.explorer, inner);
  const connections = MAX_CONNECTIONS + (options.explorer === undefined ? 0 : DEFAULT_SERVER_LIMITS.streams);
  const limits: ServerLimits = {
    ...DEFAULT_SERVER_LIMITS,
    connections,
    connectionsPerAddress: connections,
    headersTimeoutMs: TIMEOUT_MS,
    requestTimeoutMs: TIMEOUT_MS,
  };
  const server = createHttpServer({ answer, gate: new ConnectionGate(limits), limits });
  const port = await listen(server, host, options.port);
  return { url: urlAt("http", host, port), close: () => close(server, 0) };
}

/**
 * Answers failures with an envelope, and refuses pages of other sites: a site could turn its own name to this machine's
 * address and read what the node tells its operator (DNS rebinding). On other addresses, machines of the operator's
 * network ask, by names that only the operator knows.
 */
function answerFailures({ host, names = [], onError }: OpsServerOptions): Koa.Middleware {
  const known = new HostNames([host, ...names]);
  return async (ctx, next) => {
    try {
      const { host: name = "" } = ctx.headers;
      // Browsers always name a host.
      if (name !== "" && isLoopback(callerAt(ctx.socket.localAddress ?? "")) && !known.has(name))
        throw errors.opsHost({ host: name });
      await next();
    } catch (error) {
      const failure = publicFailure(error);
      if (failure === null) onError(error);
      ctx.respond = false;
      sendFailure(ctx.req, ctx.res, failure ?? INTERNAL_FAILURE);
    }
  };
}

function routes({ health, metrics, isServing }: OpsServerOptions): Router {
  const router = new Router();
  router.get("/healthz", async (ctx) => {
    const isAlive = await health.isAlive();
    send(ctx, isAlive ? 200 : 503, new Map([["status", isAlive ? "ok" : "the database does not answer"]]));
  });
  router.get("/readyz", (ctx) => {
    const readiness = readinessOf({ health, isServing });
    // 206 would mean ready to a load balancer: there is only 200 and 503.
    send(ctx, readiness.isReady ? 200 : 503, readinessToValue(readiness));
  });
  router.get("/metrics", async (ctx) => {
    const isOpenMetrics = ctx.get("accept").includes("application/openmetrics-text");
    ctx.set("cache-control", "no-store");
    ctx.set("content-type", isOpenMetrics ? OPENMETRICS_TYPE : PROMETHEUS_TYPE);
    ctx.body = await metrics(isOpenMetrics);
  });
  return router;
}

function send(ctx: Context, status: number, body: Value): void {
  ctx.status = status;
  ctx.set("cache-control", "no-store");
  ctx.type = "application/json";
  ctx.body = canonicalJson(body);
}
