import type { RequestListener, Server } from "node:http";
import type { Server as SecureServer } from "node:https";
import { performance } from "node:perf_hooks";
import type { Engine } from "../api/engine.js";
import type { Moments } from "../api/moments.js";
import { createApp, type Elsewhere, type OnAnswered } from "./app.js";
import { Callers, type CallersOptions, type ProxySettings } from "./callers.js";
import { ConnectionGate } from "./connection-gate.js";
import { createExplorer, type ExplorerOptions } from "./explorer.js";
import { EventStreams } from "./event-streams.js";
import { close, createHttpServer } from "./http-server.js";
import { DEFAULT_SERVER_LIMITS, type ServerLimits } from "./limits.js";
import { LargeBodies } from "./large-bodies.js";
import { LongAnswers } from "./long-answers.js";
import { isUnixHost, listen, urlAt } from "./listen.js";
import { OverloadRefusals, type Overload } from "./overload.js";
import { createForwardCharge, type ForwarderOf } from "./forward-charge.js";
import { createRateLimiter } from "./rate-limiter.js";
import { createBodyReader } from "./read-body.js";
import { readTlsFiles, type TlsFiles } from "./tls-files.js";
import * as errors from "./errors.js";

export interface RpcServerOptions {
  /** The engine, or a source of snapshots. Only the answer of a snapshot names its height. */
  readonly engine: Engine | Moments;
  /** Answers operations elsewhere. */
  readonly elsewhere?: Elsewhere;
  /** An address, or `unix:` and the path of a socket. */
  readonly host: string;
  /** 0 means any free port. HTTPS when there is a certificate, otherwise HTTP. */
  readonly port: number;
  readonly tls?: TlsFiles;
  /** A second port, for plain HTTP, when there is a certificate. */
  readonly httpPort?: number;
  readonly limits?: Partial<ServerLimits>;
  /** Operations are answered with 503 while this returns false (PROTOCOL 13.4). By default it is always true. */
  readonly isReady?: () => boolean;
  /** Submissions are refused with the error that this returns. By default it is always null. */
  readonly overload?: Overload;
  /** Who proves to forward a list of transactions. By default no peer. */
  readonly forwarderOf?: ForwarderOf;
  /** Called after each answer to an operation. */
  readonly onAnswered?: OnAnswered;
  /** The explorer, to be served on the same port. */
  readonly explorer?: Omit<ExplorerOptions, "api">;
  /** The proxies whose word counts for who makes a request. By default none, and on a unix socket all. */
  readonly proxy?: ProxySettings;
  /** Told once of each thing that the operator should set. */
  readonly warn?: CallersOptions["warn"];
  /** Called with errors that are not refusals. */
  readonly onError: (error: unknown) => void;
  /** A monotonic clock in milliseconds. */
  readonly nowMs?: () => number;
}

export interface RpcServer {
  /**
   * Starts listening and returns the addresses, such as `http://127.0.0.1:9900` or `unix:/run/chainnode.sock`. Throws what the function `listen`
   * throws, or `TLS_FILES`; kind "local".
   */
  listen(): Promise<readonly string[]>;
  /** Loads what the first body needs. Without this, that request waits for it, and fails when no file can be opened. */
  prepare(): Promise<void>;
  /** Refuses new connections and waits for the answers in progress, for at most `graceMs`. */
  close(graceMs: number): Promise<void>;
  /**
   * Reads certificate and key again, from other files if they are given, for new connections. Throws `TLS_FILES` and
   * keeps the old ones when they are unusable. Without HTTPS it does nothing.
   */
  reloadTls(files?: TlsFiles): Promise<void>;
  /** Changes limits of connections, streams and requests from now on. No open connection is closed for it. */
  setLimits(limits: ChangeableLimits): void;
  /** Serves the explorer on the same port from now on, or no longer. */
  setExplorer(explorer: RpcServerOptions["explorer"]): void;
  /** The end of the validity of the certificate in use, µs; null without one. */
  readonly certificateEndUs: number | null;
  /** Answers the operations, those of the explorer too, that arrive at another port of this node. */
  readonly explorerApi: RequestListener;
}

export type ChangeableLimits = Partial<Pick<ServerLimits, "connections" | "streams" | "rateLimit">>;

/** The RPC interface of a node over HTTP, HTTPS or both. */
export function createRpcServer(options: RpcServerOptions): RpcServer {
  const { engine, host, port, tls, httpPort, onError } = options;
  const { isReady = () => true, overload = () => null, nowMs = () => performance.now() } = options;
  const answered = options.onAnswered === undefined ? {} : { onAnswered: options.onAnswered };
  const elsewhere = options.elsewhere === undefined ? {} : { elsewhere: options.elsewhere };
  const limits = { ...DEFAULT_SERVER_LIMITS, ...options.limits };
  const limitRate = createRateLimiter(() => limits.rateLimit, nowMs);
  const chargeForwards = createForwardCharge({
    limitRate,
    limitPeers: createRateLimiter(() => limits.forwardRate, nowMs),
    forwarderOf: options.forwarderOf ?? (() => null),
  });
  const bodies = createBodyReader(limits.bodySize);
  const largeBodies = new LargeBodies(limits);
  const longAnswers = new LongAnswers(limits);
  const callers = new Callers({
    trusted: [],
    ...options.proxy,
    isUnix: isUnixHost(host),
    ...(options.warn === undefined ? {} : { warn: options.warn }),
  });
  const gate = new ConnectionGate(limits, callers);
  const streams = new EventStreams(limits, gate);
  const refusals = new OverloadRefusals({ overload, nowMs, ...answered });
  const answering = (hasExplorer: boolean): RequestListener => {
    const callback = createApp({
      engine,
      ...elsewhere,
      isReady,
      bodies,
      largeBodies,
      longAnswers,
      callers,
      limitRate,
      chargeForwards,
      streams,
      hasExplorer,
      onError,
      ...answered,
    }).callback();
    // The application handles its failures itself: its promise never rejects.
    return refusals.before((request, response) => void callback(request, response));
  };
  const [api, plain] = [answering(true), answering(false)];
  const serving = (explorer: RpcServerOptions["explorer"]): RequestListener =>
    explorer === undefined ? plain : createExplorer({ ...explorer, api }, api);
  let served = serving(options.explorer);
  const answer: RequestListener = (request, response) => served(request, response);
  const parts = { answer, gate, limits, refusals };
  const servers: Server[] = [];
  let secure: SecureServer | undefined;
  let certificateEndUs: number | null = null;

  async function open(server: Server, scheme: string, port: number): Promise<string> {
    servers.push(server);
    return urlAt(scheme, host, await listen(server, host, port));
  }

  async function closeAll(graceMs: number): Promise<void> {
    streams.close();
    refusals.flush();
    await Promise.all(servers.splice(0).map((server) => close(server, graceMs)));
  }

  return {
    explorerApi: api,
    async listen() {
      const addresses: string[] = [];
      if (isUnixHost(host) && (tls !== undefined || httpPort !== undefined)) throw errors.socketSettings();
      try {
        if (tls === undefined) {
          addresses.push(await open(createHttpServer(parts), "http", port));
        } else {
          const { context, endUs } = await readTlsFiles(tls);
          const server = createHttpServer(parts, context);
          certificateEndUs = endUs;
          secure = server as SecureServer;
          addresses.push(await open(server, "https", port));
          if (httpPort !== undefined) {
            addresses.push(await open(createHttpServer(parts), "http", httpPort));
          }
        }
      } catch (error) {
        await closeAll(0);
        throw error;
      }
      return addresses;
    },
    prepare: () => bodies.load(),
    close: closeAll,
    async reloadTls(files = tls) {
      if (files === undefined || secure === undefined) return;
      const { context, endUs } = await readTlsFiles(files);
      secure.setSecureContext(context);
      certificateEndUs = endUs;
    },
    setLimits: (changed) => void Object.assign(limits, changed),
    setExplorer(explorer) {
      served = serving(explorer);
    },
    get certificateEndUs() {
      return certificateEndUs;
    },
  };
}
