import { createServer, STATUS_CODES, type RequestListener, type Server, type ServerOptions } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { Socket } from "node:net";
import type { SecureContextOptions } from "node:tls";
import type { ChainError } from "../codec/chain-error.js";
import type { ConnectionGate } from "./connection-gate.js";
import { DirectRefusals } from "./direct-refusals.js";
import { INTERNAL_FAILURE, publicFailure, failureText } from "./failure.js";
import type { ServerLimits } from "./limits.js";
import type { OverloadRefusals } from "./overload.js";
import * as errors from "./errors.js";

/** How often Node checks for clients that take too long. */
const TIMEOUT_CHECK_MS = 1000;

export interface HttpServerParts {
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
  };
  const server = tls === undefined ? createServer(options) : createSecureServer({ ...options, ...tls });
  const direct =
    refusals === undefined || tls !== undefined
      ? undefined
      : new DirectRefusals({ refusals, gate, keepAliveTimeoutMs: limits.keepAliveTimeoutMs });
  server.on("connection", (socket: Socket) => gate.admit(socket));
  server.on("request", (request, response) => {
    direct?.noteRequest(request);
    gate.answer(request, response, answer);
    response.once("close", () => {
      direct?.noteAnswered(request);
      // A server that is closing drops each connection once its answer is sent.
      if (!server.listening) server.closeIdleConnections();
    });
  });
  server.once("close", () => gate.close());
  server.on("clientError", refuse);
  return server;
}

/**
 * Stops listening and waits until the answers in progress are sent, for at most `graceMs`; then it cuts the
 * connections that are still open.
 */
export async function close(server: Server, graceMs: number): Promise<void> {
  if (!server.listening) return;
  await new Promise<void>((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** Answers a client that sent something other than HTTP, or was too slow, with an envelope, and ends the connection. */
function refuse(error: Error, socket: Socket): void {
  if (!socket.writable || isErrno(error, "ECONNRESET")) {
    socket.destroy();
    return;
  }
  const failure = publicFailure(refusalOf(error)) ?? INTERNAL_FAILURE;
  const { status } = failure;
  const body = failureText(failure);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\nConnection: close\r\nAccess-Control-Allow-Origin: *\r\n` +
      `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  socket.destroySoon();
}

function refusalOf(error: Error): ChainError {
  if (isErrno(error, "ERR_HTTP_REQUEST_TIMEOUT")) return errors.requestTimeout();
  if (isErrno(error, "HPE_HEADER_OVERFLOW")) return errors.headersTooLarge();
  return isErrno(error, "HPE_INVALID_URL") ? errors.requestTarget() : errors.notHttp();
}

function isErrno(error: unknown, code: string): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === code;
}
