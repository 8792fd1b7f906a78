import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { ChainError } from "../codec/chain-error.js";
import { READABLE_BY_PAGES } from "./cors.js";
import { failureAnswer, INTERNAL_FAILURE, publicFailure } from "./failure.js";
import { http2Answer } from "./http2-answer.js";
import * as errors from "./errors.js";

/** What node:http says of a connection on which it reads no further request. */
type ConnectionError = Error & { readonly code?: string; readonly reason?: string };

/** For how long the rest of what a client sends is read, so that the connection's reset does not overtake the refusal. */
const LINGER_MS = 2000;

const REFUSALS: ReadonlyMap<string | undefined, () => ChainError> = new Map([
  ["ERR_HTTP_REQUEST_TIMEOUT", errors.requestTimeout],
  ["HPE_HEADER_OVERFLOW", errors.headersTooLarge],
  ["HPE_INVALID_URL", errors.requestTarget],
  ["HPE_INVALID_METHOD", errors.notHttp],
  ["HPE_INVALID_TRANSFER_ENCODING", errors.transferCoding],
]);
/** The beginning of a connection in HTTP/2. */
const HTTP2 = "HPE_PAUSED_H2_UPGRADE";

/** Answers a client that sent something other than HTTP/1.1, or was too slow, and ends the connection. */
export function refuseConnection(error: ConnectionError, socket: Socket): void {
  if (error.code === "ECONNRESET") socket.destroy();
  else if (error.code === HTTP2) endWith(socket, errors.httpVersion({ version: "2" }), {}, http2Answer);
  else endWith(socket, refusalOf(error));
}

function refusalOf({ code, reason, message }: ConnectionError): ChainError {
  return REFUSALS.get(code)?.() ?? errors.httpMalformed({ reason: reason ?? message });
}

type ToBytes = (status: number, headers: Readonly<Record<string, string>>, text: string) => string | Buffer;

/** Sends a refusal on a connection that node:http answers no more, and ends it. */
export function endWith(
  socket: Duplex,
  refusal: ChainError,
  further: Readonly<Record<string, string>> = {},
  toBytes: ToBytes = http1Answer,
): void {
  // Each further piece of a broken request is reported again.
  if (!socket.writable) return;
  const failure = publicFailure(refusal) ?? INTERNAL_FAILURE;
  const { headers, text } = failureAnswer(failure);
  socket.end(toBytes(failure.status, { ...READABLE_BY_PAGES, ...further, ...headers }, text));
  const linger = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once("close", () => clearTimeout(linger));
}

const http1Answer: ToBytes = (status, headers, text) => {
  const lines = Object.entries({ ...headers, connection: "close" }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${lines.join("")}\r\n${text}`;
};
