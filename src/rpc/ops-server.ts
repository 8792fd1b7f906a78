import { Router } from "@koa/router";
import Koa, { type Context } from "koa";
import { createServer, type RequestListener } from "node:http";
import { canonicalJson } from "../codec/canonical-json.js";
import type { Value } from "../codec/value.js";
import { readinessOf, readinessToValue, type Health } from "../node/health/health.js";
import { OPENMETRICS_TYPE, PROMETHEUS_TYPE } from "../node/metrics/metrics-text.js";
import { createExplorer, type ExplorerOptions } from "./explorer.js";
import { close } from "./http-server.js";
import { DEFAULT_SERVER_LIMITS } from "./limits.js";
import { listen, hostAndPort } from "./listen.js";

export interface OpsServerOptions {
  readonly health: Pick<Health, "isAlive" | "readiness">;
  /** Returns the metrics in the text format of Prometheus, or of OpenMetrics. */
  readonly metrics: (isOpenMetrics: boolean) => Promise<string>;
  readonly host: string;
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
const HEADERS_TIMEOUT_MS = 5000;
/** How often Node looks for connections that send nothing. */
const CHECK_MS = 1000;
/** Beside the streams of events that pages of the explorer hold, which have a budget of their own. */
const MAX_CONNECTIONS = 64;

/** Starts to listen. Throws what `listen` throws. */
export async function openOpsServer(options: OpsServerOptions): Promise<OpsServer> {
  const { host, onError } = options;
  const app = new Koa();
  app.on("error", onError);
  app.use(routes(options).routes());
  const callback = app.callback();
  // Koa handles the failures of an answer itself: the promise never rejects.
  const answer: RequestListener = (request, response) => void callback(request, response);
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: CHECK_MS,
    },
    options.explorer === undefined ? answer : createExplorer(options.explorer, answer),
  );
  const streams = options.explorer === undefined ? 0 : DEFAULT_SERVER_LIMITS.streams;
  server.maxConnections = MAX_CONNECTIONS + streams;
  const port = await listen(server, host, options.port);
  return { url: `http://${hostAndPort(host, port)}`, close: () => close(server, 0) };
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
