import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { callerAt } from "./caller.js";
import type { ServerLimits } from "./limits.js";

type ConnectionLimits = Pick<ServerLimits, "connections" | "connectionsPerAddress">;

interface Connection {
  readonly socket: Socket;
  readonly caller: string;
  /** The request being answered. */
  request: IncomingMessage | null;
  /** Bytes read when the last answer was finished. Any further byte belongs to a request that is still arriving. */
  bytesAtRest: number;
}

/**
 * Limits the number of open connections, in total and from one address. When one more comes, the oldest connection
 * whose request is still arriving is closed to make room: sockets that send a byte now and then cannot lock others
 * out. When every connection is idle or being answered, the new one is refused.
 */
export class ConnectionGate {
  readonly #limits: ConnectionLimits;
  /**
   * Keyed by the two ends of a connection: a TLS socket is another object than the socket beneath it, with the same
   * ends.
   */
  readonly #connections = new Map<string, Connection>();
  readonly #counts = new Map<string, number>();

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#connections.size;
  }

  /** Admits a connection, or destroys it. */
  admit(socket: Socket): void {
    const caller = callerAt(socket.remoteAddress ?? "");
    if (caller === "" || !this.#makeRoom(caller)) {
      socket.destroy();
      return;
    }
    const key = keyOf(socket);
    this.#connections.set(key, { socket, caller, request: null, bytesAtRest: 0 });
    this.#counts.set(caller, (this.#counts.get(caller) ?? 0) + 1);
    socket.once("close", () => this.#remove(key));
  }

  /** Marks the connection as being answered, from the arrival of the headers to the end of the answer. */
  track(request: IncomingMessage, response: ServerResponse): void {
    const connection = this.#connections.get(keyOf(request.socket));
    if (connection === undefined) return;
    connection.request = request;
    response.once("close", () => {
      connection.request = null;
      connection.bytesAtRest = connection.socket.bytesRead;
    });
  }

  #makeRoom(caller: string): boolean {
    const isAddressFull = (this.#counts.get(caller) ?? 0) >= this.#limits.connectionsPerAddress;
    if (!isAddressFull && this.#connections.size < this.#limits.connections) return true;
    for (const [key, connection] of this.#connections) {
      if ((isAddressFull && connection.caller !== caller) || !isArriving(connection)) continue;
      this.#remove(key);
      connection.socket.destroy();
      return true;
    }
    return false;
  }

  #remove(key: string): void {
    const connection = this.#connections.get(key);
    if (connection === undefined) return;
    this.#connections.delete(key);
    const count = (this.#counts.get(connection.caller) ?? 0) - 1;
    if (count > 0) this.#counts.set(connection.caller, count);
    else this.#counts.delete(connection.caller);
  }
}

function keyOf({ remoteAddress = "", remotePort = 0, localPort = 0 }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localPort}`;
}

function isArriving({ request, socket, bytesAtRest }: Connection): boolean {
  return request === null ? socket.bytesRead > bytesAtRest : !request.complete;
}
