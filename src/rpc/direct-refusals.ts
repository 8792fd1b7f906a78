import { STATUS_CODES, type IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { ConnectionGate } from "./connection-gate.js";
import { submissionAt, type OverloadRefusals, type OverloadRefusal } from "./overload.js";
import { readWholeRequest, type WholeRequest } from "./whole-request.js";

interface Connection {
  /** Whether node:http has read a request to its end and nothing beyond it, so that the next byte begins a request. */
  isAtStart: boolean;
  /** How many requests node:http is answering. */
  underWay: number;
  /** The last request of which node:http has read the head. */
  last: IncomingMessage;
  sendDelayed: (() => void) | null;
}

interface DirectRefusalsOptions {
  readonly refusals: OverloadRefusals;
  readonly gate: ConnectionGate;
  /** How long node:http keeps an idle connection. */
  readonly keepAliveTimeoutMs: number;
}

/**
 * Refuses submissions without node:http while the node is overloaded. With it a refusal takes 60 to 70 µs of processor
 * time, a fifth of what an accepted transaction takes; so it takes about 25.
 *
 * node:http keeps every connection, with its limits and timeouts. Once it has refused a submission for overload, the
 * connection is watched: its chunks pass here first, which makes each request a quarter more expensive. A chunk is
 * refused here when it is exactly one simple request that submits a transaction, and begins where node:http expects a
 * request. All other bytes pass on unchanged and in order, so node:http sees a whole request or none of its bytes.
 *
 * node:http itself shows where it expects a request: it had nothing under way, was given exactly one simple request, and
 * read that request, no other, to its end.
 */
export class DirectRefusals {
  readonly #options: DirectRefusalsOptions;
  readonly #connections = new WeakMap<Socket, Connection>();
  #prepared: { readonly refusal: OverloadRefusal; readonly second: number; readonly bytes: Buffer } | null =
    null;

  constructor(options: DirectRefusalsOptions) {
    this.#options = options;
  }

  noteRequest(request: IncomingMessage): void {
    const connection = this.#connections.get(request.socket);
    if (connection === undefined) return;
    connection.underWay += 1;
    connection.last = request;
  }

  noteAnswered(request: IncomingMessage): void {
    const { socket, method, url } = request;
    const connection = this.#connections.get(socket);
    if (connection !== undefined) connection.underWay -= 1;
    else if (this.#options.refusals.current() !== null && submissionAt(method, url) !== null) {
      // Others under way would not be counted.
      if (this.#options.gate.isIdle(socket)) this.#watch(request);
    }
  }

  /** Looks at what arrives on the connection of a request from now on. */
  #watch(request: IncomingMessage): void {
    const { socket } = request;
    const connection: Connection = { isAtStart: false, underWay: 0, last: request, sendDelayed: null };
    this.#connections.set(socket, connection);
    const push = socket.push.bind(socket);
    socket.push = (chunk: Buffer | null, encoding) => {
      const isFree = connection.underWay === 0 && connection.last.complete && connection.sendDelayed === null;
      const refusal = isFree ? this.#options.refusals.current() : null;
      const request = chunk === null || refusal === null ? null : readWholeRequest(chunk);
      if (request !== null && refusal !== null && this.#refuse(socket, connection, request, refusal))
        return true;
      connection.sendDelayed?.();
      const goesOn = push(chunk, encoding);
      connection.isAtStart = request !== null && hasReadOnly(connection, request);
      return goesOn;
    };
    // node:http reads past the stream until someone else listens to it.
    const ignore = (): void => undefined;
    socket.on("data", ignore).off("data", ignore);
  }

  #refuse(socket: Socket, connection: Connection, request: WholeRequest, refusal: OverloadRefusal): boolean {
    const isNext = connection.isAtStart && socket.writableLength === 0;
    const operation = isNext ? submissionAt(request.method, request.url) : null;
    if (operation === null || !this.#options.gate.begin(socket)) return false;
    let isSent = false;
    const sendNow = this.#options.refusals.send(operation, refusal, () => {
      isSent = true;
      connection.sendDelayed = null;
      if (socket.writable) socket.write(this.#bytesOf(refusal));
      this.#options.gate.rest(socket);
    });
    if (!isSent) connection.sendDelayed = sendNow;
    return true;
  }

  /** The bytes that node:http would send. */
  #bytesOf(refusal: OverloadRefusal): Buffer {
    const second = Math.floor(Date.now() / 1000);
    if (this.#prepared?.refusal !== refusal || this.#prepared.second !== second) {
      const { status, headers, text } = refusal;
      const fields = {
        ...headers,
        Date: new Date(second * 1000).toUTCString(),
        Connection: "keep-alive",
        "Keep-Alive": `timeout=${Math.floor(this.#options.keepAliveTimeoutMs / 1000)}`,
      };
      const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
      const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${lines.join("")}\r\n`;
      this.#prepared = { refusal, second, bytes: Buffer.from(head + text) };
    }
    return this.#prepared.bytes;
  }
}

/** Whether node:http, which had nothing under way, has read this request and no other to its end. */
function hasReadOnly({ underWay, last }: Connection, { method, url }: WholeRequest): boolean {
  return underWay === 1 && last.complete && last.method === method && last.url === url;
}
