import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { callerAt } from "./caller.js";
import type { ServerLimits } from "./limits.js";

type ConnectionLimits = Pick<
  ServerLimits,
  | "connections"
  | "connectionsPerAddress"
  | "requestsAhead"
  | "requestsWaiting"
  | "requestsWaitingPerAddress"
  | "unreadBytes"
  | "unreadMs"
>;

interface Connection {
  readonly socket: Socket;
  /** What the answers are written to: with TLS, another object than the socket. */
  writer: Socket;
  readonly caller: string;
  /** The request being answered. */
  request: Pick<IncomingMessage, "complete"> | null;
  /** Starts the answers to the requests that arrived during the answer to an earlier one. */
  readonly waiting: (() => void)[];
  /** Bytes read when the last answer was finished. Any further byte belongs to a request that is still arriving. */
  bytesAtRest: number;
  /** Bytes that the client had taken at the last look, and for how many looks it has taken none. */
  taken: number;
  looksWithoutProgress: number;
}

/** What the connections of one address hold. */
interface Held {
  connections: number;
  /** Requests that wait for the answer to an earlier one. */
  waiting: number;
}

/** A request that has arrived. */
const WHOLE = { complete: true };
/** How often to look for clients that do not read their answers. */
const LOOK_MS = 1000;

/**
 * Limits the connections of a server and what each may occupy.
 *
 * When one more connection comes than there may be, in total or from one address, the oldest one whose request is still
 * arriving is closed to make room, else the one that has been idle for longest: neither sockets that send a byte now
 * and then nor idle ones can lock others out. In total, those of the address with the most connections come first.
 * Only while every connection is being answered, the new one is refused.
 *
 * A connection is answered one request at a time: the next answer begins when the system has taken the last one. A
 * client that sends too many requests ahead, or leaves too much unread, is cut off. A client makes progress when the
 * system has taken a whole write for it: long answers are written in slices (`sendText`).
 */
export class ConnectionGate {
  readonly #limits: ConnectionLimits;
  /**
   * Keyed by the two ends of a connection: a TLS socket is another object than the socket beneath it, with the same
   * ends. In the order in which they became idle, those that never were by their arrival.
   */
  readonly #connections = new Map<string, Connection>();
  /** Connections that another budget counts, which must be read like the others. */
  readonly #released = new Map<string, Connection>();
  /** By caller. */
  readonly #held = new Map<string, Held>();
  #waiting = 0;
  readonly #lookMs: number;
  readonly #look: NodeJS.Timeout;

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
    this.#lookMs = Math.min(LOOK_MS, limits.unreadMs);
    this.#look = setInterval(() => this.#cutUnread(), this.#lookMs).unref();
  }

  /** Admits a connection, or destroys it. */
  admit(socket: Socket): void {
    const caller = callerAt(socket.remoteAddress ?? "");
    if (caller === "" || !this.#makeRoom(caller)) {
      socket.destroy();
      return;
    }
    const key = keyOf(socket);
    const start = { request: null, waiting: [], bytesAtRest: 0, taken: 0, looksWithoutProgress: 0 };
    this.#connections.set(key, { socket, writer: socket, caller, ...start });
    const held = this.#heldBy(caller);
    held.connections += 1;
    this.#held.set(caller, held);
    socket.once("close", () => {
      this.#remove(key);
      this.#released.delete(key);
    });
  }

  /** Answers a request once the answers to the earlier ones of its connection are on their way. */
  answer(request: IncomingMessage, response: ServerResponse, answer: RequestListener): void {
    const key = keyOf(request.socket);
    const connection = this.#connections.get(key);
    if (connection === undefined) {
      request.socket.destroy();
      return;
    }
    connection.writer = request.socket;
    const begin = (): void => {
      connection.request = request;
      // From the arrival of the headers to the end of the answer.
      response.once("close", () => this.#rest(key, connection));
      answer(request, response);
    };
    if (connection.request === null) begin();
    else if (this.#mayWait(connection)) {
      this.#countWaiting(connection, 1);
      connection.waiting.push(begin);
    } else this.#cut(key, connection);
  }

  /** Whether every request of a connection that has arrived is answered. False when the gate does not count it. */
  isIdle(socket: Socket): boolean {
    const connection = this.#connections.get(keyOf(socket));
    return connection !== undefined && isIdle(connection);
  }

  /** Marks an idle connection as being answered without node:http. False when the gate does not count it. */
  begin(socket: Socket): boolean {
    const connection = this.#connections.get(keyOf(socket));
    if (connection === undefined) return false;
    connection.request = WHOLE;
    return true;
  }

  /** Ends what `begin` began. */
  rest(socket: Socket): void {
    const key = keyOf(socket);
    const connection = this.#connections.get(key);
    if (connection !== undefined) this.#rest(key, connection);
  }

  #mayWait({ waiting, caller }: Connection): boolean {
    const { requestsAhead, requestsWaiting, requestsWaitingPerAddress } = this.#limits;
    return (
      waiting.length < requestsAhead &&
      this.#waiting < requestsWaiting &&
      this.#heldBy(caller).waiting < requestsWaitingPerAddress
    );
  }

  #countWaiting({ caller }: Connection, more: number): void {
    this.#waiting += more;
    this.#heldBy(caller).waiting += more;
  }

  /** Cuts off clients that take nothing of an answer for too long, and those with the most unread while all have too much. */
  #cutUnread(): void {
    let unread = 0;
    const slow: [key: string, connection: Connection][] = [];
    for (const [key, connection] of [...this.#connections, ...this.#released]) {
      const { writer } = connection;
      const { writableLength } = writer;
      if (writableLength === 0) {
        connection.looksWithoutProgress = 0;
        continue;
      }
      unread += writableLength;
      slow.push([key, connection]);
      const taken = writer.bytesWritten - writableLength;
      connection.looksWithoutProgress = taken === connection.taken ? connection.looksWithoutProgress + 1 : 0;
      connection.taken = taken;
    }
    slow.sort(([, a], [, b]) => b.writer.writableLength - a.writer.writableLength);
    for (const [key, connection] of slow) {
      const isStuck = connection.looksWithoutProgress * this.#lookMs >= this.#limits.unreadMs;
      if (!isStuck && unread <= this.#limits.unreadBytes) continue;
      unread -= connection.writer.writableLength;
      this.#cut(key, connection);
    }
  }

  /** Stops looking. */
  close(): void {
    clearInterval(this.#look);
  }

  /** Begins the next answer of a connection; without one, the connection is now the last to have become idle. */
  #rest(key: string, connection: Connection): void {
    connection.request = null;
    connection.bytesAtRest = connection.socket.bytesRead;
    const next = connection.waiting.shift();
    if (next !== undefined) {
      this.#countWaiting(connection, -1);
      next();
    } else if (this.#connections.delete(key)) {
      this.#connections.set(key, connection);
    }
  }

  /** Counts a connection no longer: another budget has it from now on. It answers no further request. */
  release(request: IncomingMessage): void {
    const key = keyOf(request.socket);
    const connection = this.#connections.get(key);
    if (connection === undefined) return;
    this.#remove(key);
    this.#released.set(key, connection);
  }

  #heldBy(caller: string): Held {
    return this.#held.get(caller) ?? { connections: 0, waiting: 0 };
  }

  #makeRoom(caller: string): boolean {
    const isAddressFull = this.#heldBy(caller).connections >= this.#limits.connectionsPerAddress;
    if (isAddressFull) return this.#closeOne((connection) => connection.caller === caller);
    if (this.#connections.size < this.#limits.connections) return true;
    const [greatest] = [...this.#held].toSorted(([, a], [, b]) => b.connections - a.connections);
    return this.#closeOne((connection) => connection.caller === greatest?.[0]) || this.#closeOne(() => true);
  }

  /** Closes the oldest of these connections whose request is arriving, else the one that is idle for longest. */
  #closeOne(isMeant: (connection: Connection) => boolean): boolean {
    for (const isClosable of [isArriving, isIdle])
      for (const [key, connection] of this.#connections)
        if (isMeant(connection) && isClosable(connection)) {
          this.#cut(key, connection);
          return true;
        }
    return false;
  }

  #cut(key: string, connection: Connection): void {
    this.#remove(key);
    connection.socket.destroy();
  }

  #remove(key: string): void {
    const connection = this.#connections.get(key);
    if (connection === undefined) return;
    this.#countWaiting(connection, -connection.waiting.splice(0).length);
    this.#connections.delete(key);
    const held = this.#heldBy(connection.caller);
    held.connections -= 1;
    if (held.connections <= 0) this.#held.delete(connection.caller);
  }
}

/** The keys of sockets: a connection is asked for twice with each of its requests. */
const keys = new WeakMap<Socket, string>();

function keyOf(socket: Socket): string {
  const known = keys.get(socket);
  if (known !== undefined) return known;
  const { remoteAddress = "", remotePort = 0, localPort = 0 } = socket;
  const key = `${remoteAddress} ${remotePort} ${localPort}`;
  keys.set(socket, key);
  return key;
}

function isArriving({ request, socket, bytesAtRest }: Connection): boolean {
  return request === null ? socket.bytesRead > bytesAtRest : !request.complete;
}

function isIdle({ request }: Connection): boolean {
  return request === null;
}
