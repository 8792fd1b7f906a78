import {
  createServer,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
  type IncomingMessage,
} from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { Socket } from "node:net";
import type { SecureContextOptions } from "node:tls";
import type { ChainError } from "../codec/chain-error.js";
import { admitConnections, closeUnread } from "./admit-connections.js";
import type { ConnectionGate } from "./connection-gate.js";
import { READABLE_BY_PAGES } from "./cors.js";
import { DirectRefusals } from "./direct-refusals.js";
import { INTERNAL_FAILURE, publicFailure, sendFailure } from "./failure.js";
import type { ServerLimits } from "./limits.js";
import type { OverloadRefusals } from "./overload.js";
import { endWith, refuseConnection } from "./refuse-connection.js";
import { normalTarget } from "./target.js";
import * as errors from "./errors.js";

/** How often Node checks for clients that take too long. */
const TIMEOUT_CHECK_MS = 1000;
const MAX_LISTENERS = 20;

interface HttpServerParts {
  readonly answer: RequestListener;
  readonly gate: ConnectionGate;
  readonly limits: ServerLimits;
  /** What a server without a certificate refuses before node:http reads it. */
  readonly refusals?: OverloadRefusals;
}

/** Returns a server for HTTP, or for HTTPS when a certificate is given. */
export function createHttpServer(
  { answer, gate, limits, refusals }: HttpServerParts,
  tls?: SecureContextOptions,
): Server {
  const options: ServerOptions = {
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    connectionsCheckingInterval: Math.min(TIMEOUT_CHECK_MS, limits.headersTimeoutMs),
    noDelay: true,
    // Node would answer without an envelope.
    requireHostHeader: false,
  };
  const server =
    tls === undefined
      ? createServer(options)
      : createSecureServer({ ...options, handshakeTimeout: limits.headersTimeoutMs, ...tls });
  const direct =
    refusals === undefined || tls !== undefined
      ? undefined
      : new DirectRefusals({ refusals, gate, keepAliveTimeoutMs: limits.keepAliveTimeoutMs });
  // A client that has sent all may end its half of the connection. Node would end the other half, and the answer with it.
  Object.assign(server, { httpAllowHalfOpen: true });
  // Their size is limited. Node would leave out the last ones, which a proxy may have added.
  server.maxHeadersCount = 0;
  const answers = new WeakMap<Socket, LastAnswers>();
  const handle: RequestListener = (request, response) => {
    request.url = normalTarget(request.url);
    answers.set(request.socket, { last: response, before: answers.get(request.socket)?.last });
    direct?.noteRequest(request);
    const fault = requestFault(request);
    // Each part that holds something for an answer listens for its end.
    response.setMaxListeners(MAX_LISTENERS);
    gate.answer(request, response, fault === null ? answer : refusing(fault));
    response.once("close", () => {
      direct?.noteAnswered(request);
      // A server that is closing drops each connection once its answer is sent.
      if (!server.listening) server.closeIdleConnections();
    });
  };
  admitConnections(server, gate, limits);
  server.on("request", handle);
  server.on("checkExpectation", handle);
  server.on("checkContinue", (request, response) => {
    if (requestFault(request) === null) response.writeContinue();
    handle(request, response);
  });
  server.on("connect", (request, socket) => {
    const refusal = errors.methodNotAllowed({ method: request.method ?? "" });
    endWith(socket, refusal, { allow: "GET, POST, HEAD, OPTIONS" });
  });
  const broken = new WeakSet<Socket>();
  server.on("clientError", (error: Error, socket: Socket) => {
    // Each further piece of a broken request is reported again.
    if (broken.has(socket)) return;
    broken.add(socket);
    afterAnswers(answers.get(socket), (isAnswered) => {
      if (isAnswered) socket.end();
      else refuseConnection(error, socket);
    });
  });
  server.once("close", () => gate.close());
  return server;
}

/** The answers to the last two requests that node:http has begun to read on a connection. */
interface LastAnswers {
  readonly last: ServerResponse;
  readonly before: ServerResponse | undefined;
}

/**
 * Calls `then` when the whole requests of a connection are answered: a refusal must not stand for one of their answers.
 * `isAnswered`: whether the request that is broken has an answer already.
 */
function afterAnswers(answers: LastAnswers | undefined, then: (isAnswered: boolean) => void): void {
  const { last, before } = answers ?? {};
  const isWhole = last?.req.complete === true;
  const isAnswered = !isWhole && last?.headersSent === true;
  const awaited = isWhole || isAnswered ? last : before;
  if (awaited === undefined || awaited.writableFinished || awaited.destroyed) then(isAnswered);
  else awaited.once("close", () => then(isAnswered));
}

/** Refuses a request of which it is not certain where it ends: nothing more is read after it. */
function refusing(fault: ChainError): RequestListener {
  return (request, response) => {
    const failure = publicFailure(fault) ?? INTERNAL_FAILURE;
    sendFailure(request, response, failure, { ...READABLE_BY_PAGES, connection: "close" });
  };
}

/**
 * Stops listening and waits until the answers in progress are sent, for at most `graceMs`; then it cuts the
 * connections that are still open.
 */
export async function close(server: Server, graceMs: number): Promise<void> {
  if (!server.listening) return;
  await new Promise<void>((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    closeUnread(server);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** A name, an IPv4 address or an IPv6 address in brackets, and a port. */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?$/i;

/**
 * Why a request that node:http has parsed is refused before anything reads it, null when it is not (PROTOCOL 13.16): two
 * servers could understand it differently, or its client expects what this server does not do.
 */
function requestFault(request: IncomingMessage): ChainError | null {
  const { headers, httpVersion } = request;
  if (httpVersion !== "1.1" && httpVersion !== "1.0" && httpVersion !== "0.9")
    return errors.httpVersion({ version: httpVersion });
  const hosts = countHosts(request);
  if (hosts > 1 || (hosts === 0 && httpVersion === "1.1")) return errors.hostField({ count: hosts });
  if (!HOST.test(headers.host ?? "")) return errors.hostValue();
  const { "transfer-encoding": coding, expect } = headers;
  if (coding !== undefined && (coding.toLowerCase() !== "chunked" || httpVersion !== "1.1"))
    return errors.transferCoding();
  if (httpVersion === "1.1" && expect !== undefined && expect.toLowerCase() !== "100-continue")
    return errors.expectation();
  return null;
}

/** How many Host fields there are; `headers` would tell of the first one only. */
function countHosts({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === "host") count += 1;
  return count;
}
