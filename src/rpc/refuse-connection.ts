import { STATUS_CODES, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { ChainError } from "../codec/chain-error.js";
import { READABLE_BY_PAGES } from "./cors.js";
import { failureAnswer, INTERNAL_FAILURE, publicFailure, sendFailure } from "./failure.js";
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

/** The types of frames (RFC 9113, section 6). */
const [DATA, HEADERS, SETTINGS, GOAWAY] = [0x0, 0x1, 0x4, 0x7];
const [END_STREAM, END_HEADERS] = [0x1, 0x4];
/** The first request of a client. */
const FIRST_STREAM = 1;
const HTTP_1_1_REQUIRED = 0xd;
/** A header field whose name and value follow, and which the client does not keep (RFC 7541, section 6.2.2). */
const LITERAL = 0x00;

/**
 * The bytes that answer the first request of a client which speaks HTTP/2 without asking, and end the connection. They
 * are the same whatever it asks. Names and values have fewer than 127 bytes, the text fewer than 16,384.
 */
function http2Answer(status: number, headers: Readonly<Record<string, string>>, text: string): Buffer {
  const fields = Object.entries({ ":status": String(status), ...headers }).map(literal);
  const end = Buffer.alloc(8);
  end.writeUInt32BE(FIRST_STREAM, 0);
  end.writeUInt32BE(HTTP_1_1_REQUIRED, 4);
  return Buffer.concat([
    frame(SETTINGS, 0, 0, Buffer.alloc(0)),
    frame(HEADERS, END_HEADERS, FIRST_STREAM, Buffer.concat(fields)),
    frame(DATA, END_STREAM, FIRST_STREAM, Buffer.from(text)),
    frame(GOAWAY, 0, 0, end),
  ]);
}

function frame(type: number, flags: number, stream: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

function literal([name, value]: readonly [string, string]): Buffer {
  return Buffer.concat([
    Buffer.from([LITERAL, name.length]),
    Buffer.from(name),
    Buffer.from([value.length]),
    Buffer.from(value),
  ]);
}

interface Refusing {
  readonly refusal: ChainError;
  /** Whether the connection ends with the answer. */
  readonly isLast: boolean;
  /** How long to wait for the rest of the request. */
  readonly patienceMs: number;
}

/**
 * Answers a request with a refusal, once all of it has arrived: a client that is still sending when the connection ends
 * would see a reset in place of the answer.
 */
export function refuseRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { refusal, isLast, patienceMs }: Refusing,
): void {
  const failure = publicFailure(refusal) ?? INTERNAL_FAILURE;
  const headers = isLast ? { ...READABLE_BY_PAGES, connection: "close" } : READABLE_BY_PAGES;
  const send = (): void => {
    clearTimeout(patience);
    if (!response.headersSent && !response.destroyed) sendFailure(request, response, failure, headers);
  };
  const patience = setTimeout(send, patienceMs);
  request.once("end", send).once("close", send).resume();
}
