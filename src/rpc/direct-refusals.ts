import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { ConnectionGate } from "./connection-gate.js";
import { submissionAt, type OverloadRefusals, type OverloadRefusal } from "./overload.js";
import { readWholeRequest } from "./whole-request.js";

interface Connection {
  /** Whether every byte so far belonged to a whole request, so that the next one begins a request. */
  isKnown: boolean;
  /** How many requests node:http has answered, and how many it is answering. */
  answered: number;
  underWay: number;
  /** Sends the refusal that is delayed. */
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
 * A connection is node:http's all the time. Its bytes pass here first, and here a chunk ends only when node:http has
 * answered everything before it, it is exactly one simple request, and that request submits a transaction. All other
 * bytes pass on unchanged and in order. node:http therefore sees whole requests or none of their bytes, and its limits
 * and timeouts stay in force: it is idle while a request is refused here. What is not simple in this sense costs more,
 * and is never read differently.
 */
export class DirectRefusals {
  readonly #options: DirectRefusalsOptions;
  readonly #connections = new WeakMap<Socket, Connection>();
  #prepared: { readonly refusal: OverloadRefusal; readonly second: number; readonly bytes: Buffer } | null =
    null;

  constructor(options: DirectRefusalsOptions) {
    this.#options = options;
  }

  /** Looks at what arrives on a connection that node:http has, and has read nothing from. */
  watch(socket: Socket): void {
    const connection = { isKnown: true, answered: 0, underWay: 0, sendDelayed: null };
    this.#connections.set(socket, connection);
    const push = socket.push.bind(socket);
    socket.push = (chunk: Buffer | null, encoding) =>
      (connection.isKnown && this.#refuse(socket, connection, chunk)) || push(chunk, encoding);
    // node:http reads past the stream until someone else listens to it.
    const ignore = (): void => undefined;
    socket.on("data", ignore).off("data", ignore);
  }

  /** Notes that node:http has answered a request. */
  noteAnswered(socket: Socket): void {
    const connection = this.#connections.get(socket);
    if (connection === undefined) return;
    connection.answered += 1;
    connection.underWay -= 1;
  }

  /** Whether the chunk was refused here. */
  #refuse(socket: Socket, connection: Connection, chunk: Buffer | null): boolean {
    const request = chunk === null || connection.sendDelayed !== null ? null : readWholeRequest(chunk);
    if (request === null) {
      connection.isKnown = false;
      connection.sendDelayed?.();
      return false;
    }
    const isFree = connection.underWay === 0 && connection.answered > 0 && socket.writableLength === 0;
    const operation = isFree ? submissionAt(request.method, request.url) : null;
    const refusal = operation === null ? null : this.#options.refusals.current();
    if (operation === null || refusal === null || !this.#options.gate.begin(socket)) {
      connection.underWay += 1;
      return false;
    }
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
