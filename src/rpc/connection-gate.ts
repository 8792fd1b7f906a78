import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { performance } from "node:perf_hooks";
import type { ChainError } from "../codec/chain-error.js";
import { isLoopback } from "./caller.js";
import { Callers, type ConnectionOrigin, socketKey } from "./callers.js";
import { createConnection, isArriving, isQuiet, unreadTooLong, type OpenConnection } from "./connection.js";
import type { ServerLimits } from "./limits.js";
import { refuseRequest } from "./refuse-connection.js";
import * as errors from "./errors.js";

type ConnectionLimits = Pick<
  ServerLimits,
  | "connections"
  | "connectionsPerAddress"
  | "refusals"
  | "refusalMs"
  | "idleMs"
  | "arrivalMs"
  | "requestsAhead"
  | "requestsWaiting"
  | "requestsWaitingPerAddress"
  | "unreadBytes"
  | "unreadMs"
>;

/** What is done with a connection that was let in. */
export interface AdmissionSteps {
  /** Begins to read it. */
  readonly proceed: () => void;
  /** Ends it with a refusal, when no request has come that could be answered with it. */
  readonly end: (refusal: ChainError) => void;
}

interface Held {
  connections: number;
  requests: number;
  /** Requests that wait for the answer to an earlier one. */
  waiting: number;
}

/** A request that has arrived. */
const WHOLE = { complete: true };
/** How often to look for clients that do not read their answers. */
const LOOK_MS = 1000;
/** The pause that a client which is refused is asked to make. */
const RETRY_SECONDS = 1;

/**
 * Limits the connections of a server and what each may occupy.
 *
 * When one more connection comes than there may be, in total or from one caller, one that has been quiet for some
 * seconds, or has been sending one request for too long, is closed to make room. Otherwise the new one is refused: its
 * request is answered with 503, on one of a few connections kept for that. A connection whose request is arriving in its
 * time or being answered is never closed for another one. Proxies and loopback addresses, which many share, have no
 * limit of one caller; there, a caller has as many requests in progress as another has connections.
 *
 * A connection is answered one request at a time: the next answer begins when the system has taken the last one. A
 * client that sends too many requests ahead, or leaves too much unread, is cut off. A client makes progress when the
 * system has taken a whole write for it: long answers are written in slices (`sendText`).
 */
export class ConnectionGate {
  readonly callers: Callers;
  readonly #limits: ConnectionLimits;
  /** By the keys of their sockets, in the order in which they became idle, those that never were by their arrival. */
  readonly #connections = new Map<string, OpenConnection>();
  /** Connections beyond the limits, whose requests are refused. */
  readonly #refused = new Map<string, OpenConnection & { readonly giveUp: () => void }>();
  /** Connections that another budget counts, which must be read like the others. */
  readonly #released = new Map<string, OpenConnection>();
  /** By caller. */
  readonly #held = new Map<string, Held>();
  /** The requests being answered that count for a caller. */
  readonly #counted = new WeakSet<IncomingMessage>();
  #waiting = 0;
  readonly #lookMs: number;
  readonly #look: NodeJS.Timeout;

  constructor(limits: ConnectionLimits, callers = new Callers()) {
    this.callers = callers;
    this.#limits = limits;
    this.#lookMs = Math.min(LOOK_MS, limits.unreadMs, limits.arrivalMs);
    this.#look = setInterval(() => this.#lookAtAll(), this.#lookMs).unref();
  }

  /** Lets a connection in, to be answered or to be refused, or destroys it. */
  admit(socket: Socket, origin: ConnectionOrigin, admission: AdmissionSteps): void {
    if (this.#refusalFor(origin) === null) this.#add(socket, origin, admission);
    else
      afterReading(() => {
        if (socket.destroyed) return;
        this.#makeRoom(origin);
        const refusal = this.#refusalFor(origin);
        if (refusal === null) this.#add(socket, origin, admission);
        else this.#addRefused(socket, origin, { ...admission, refusal });
      });
  }

  /** Answers a request once the answers to the earlier ones of its connection are on their way. */
  answer(request: IncomingMessage, response: ServerResponse, answer: RequestListener): void {
    const key = socketKey(request.socket);
    const connection = this.#connections.get(key) ?? this.#refused.get(key);
    if (connection === undefined) {
      request.socket.destroy();
      return;
    }
    connection.writer = request.socket;
    const caller = this.callers.of(request);
    const begin = (): void => {
      connection.request = request;
      connection.arrivingSinceMs ??= performance.now();
      // From the arrival of the headers to the end of the answer.
      response.once("close", () => {
        this.#uncount(request);
        this.#rest(key, connection);
      });
      const refusal = connection.refusal ?? this.#count(request);
      if (refusal === null) answer(request, response);
      else
        refuseRequest(request, response, {
          refusal,
          isLast: connection.refusal !== null,
          patienceMs: this.#limits.refusalMs,
        });
    };
    if (connection.request === null) begin();
    else if (connection.refusal === null && this.#mayWait(connection, caller)) {
      this.#countWaiting(caller, 1);
      connection.waiting.push({ caller, begin });
    } else if (connection.refusal === null) this.#cut(connection);
  }

  /** Whether every request of a connection that has arrived is answered. False when the gate does not count it. */
  isIdle(socket: Socket): boolean {
    return this.#connections.get(socketKey(socket))?.request === null;
  }

  /** Marks an idle connection as being answered without node:http. False when the gate does not count it. */
  begin(socket: Socket): boolean {
    const connection = this.#connections.get(socketKey(socket));
    if (connection === undefined) return false;
    connection.request = WHOLE;
    return true;
  }

  rest(socket: Socket): void {
    const key = socketKey(socket);
    const connection = this.#connections.get(key);
    if (connection !== undefined) this.#rest(key, connection);
  }

  /** Counts a connection no longer: another budget has it from now on. It answers no further request. */
  release(request: IncomingMessage): void {
    const key = socketKey(request.socket);
    const connection = this.#connections.get(key);
    if (connection === undefined) return;
    this.#uncount(request);
    this.#remove(key);
    this.#released.set(key, connection);
  }

  close(): void {
    clearInterval(this.#look);
  }

  #add(socket: Socket, { caller, bytesBefore }: ConnectionOrigin, { proceed }: AdmissionSteps): void {
    const key = socketKey(socket);
    this.#connections.set(
      key,
      createConnection({ socket, caller, refusal: null, bytesAtRest: bytesBefore }, performance.now()),
    );
    this.#hold(caller, "connections", 1);
    socket.once("close", () => {
      this.#remove(key);
      this.#released.delete(key);
    });
    proceed();
  }

  #addRefused(
    socket: Socket,
    { caller, bytesBefore }: ConnectionOrigin,
    { proceed, end, refusal }: AdmissionSteps & { readonly refusal: ChainError },
  ): void {
    const { refusals, refusalMs } = this.#limits;
    if (this.#refused.size >= refusals) this.#endOneRefused();
    const key = socketKey(socket);
    const connection = createConnection(
      { socket, caller, refusal, bytesAtRest: bytesBefore },
      performance.now(),
    );
    const giveUp = (): void => {
      this.#refused.delete(key);
      end(refusal);
      socket.destroySoon();
    };
    this.#refused.set(key, Object.assign(connection, { giveUp }));
    const silence = setTimeout(() => {
      if (connection.request === null) end(refusal);
    }, refusalMs);
    socket.once("close", () => {
      clearTimeout(silence);
      this.#refused.delete(key);
    });
    proceed();
  }

  /** Ends the refused connection that has sent nothing for longest, or else the one that has been here for longest. */
  #endOneRefused(): void {
    const refused = [...this.#refused.values()];
    (refused.find(isQuiet) ?? refused[0])?.giveUp();
  }

  /** Why there is no room for a connection, null when there is. */
  #refusalFor({ caller, isShared }: ConnectionOrigin): ChainError | null {
    const { connections, connectionsPerAddress } = this.#limits;
    if (!isShared && this.#heldBy(caller).connections >= connectionsPerAddress)
      return errors.callerConnections({ caller, limit: connectionsPerAddress, seconds: RETRY_SECONDS });
    if (this.#connections.size < connections) return null;
    return errors.connections({ limit: connections, seconds: RETRY_SECONDS });
  }

  /** Closes the connection that has been sending one request for too long, else the one that is quiet for longest. */
  #makeRoom({ caller, isShared }: ConnectionOrigin): void {
    const { connectionsPerAddress, idleMs, arrivalMs } = this.#limits;
    const isCallerFull = !isShared && this.#heldBy(caller).connections >= connectionsPerAddress;
    const now = performance.now();
    let quiet: OpenConnection | null = null;
    for (const connection of this.#connections.values()) {
      // All later ones have been answered later.
      if (now - connection.restedAtMs < Math.min(idleMs, arrivalMs)) break;
      if (isCallerFull && connection.caller !== caller) continue;
      if (isArriving(connection) && now - (connection.arrivingSinceMs ?? now) >= arrivalMs) {
        this.#cut(connection);
        return;
      }
      if (isQuiet(connection) && now - connection.restedAtMs >= idleMs) quiet ??= connection;
    }
    if (quiet !== null) this.#cut(quiet);
  }

  #count(request: IncomingMessage): ChainError | null {
    const caller = this.callers.of(request);
    if (isLoopback(caller)) return null;
    const limit = this.#limits.connectionsPerAddress;
    if (this.#heldBy(caller).requests >= limit)
      return errors.callerConnections({ caller, limit, seconds: RETRY_SECONDS });
    this.#counted.add(request);
    this.#hold(caller, "requests", 1);
    return null;
  }

  #uncount(request: IncomingMessage): void {
    if (this.#counted.delete(request)) this.#hold(this.callers.of(request), "requests", -1);
  }

  #mayWait({ waiting }: OpenConnection, caller: string): boolean {
    const { requestsAhead, requestsWaiting, requestsWaitingPerAddress } = this.#limits;
    return (
      waiting.length < requestsAhead &&
      this.#waiting < requestsWaiting &&
      (isLoopback(caller) || this.#heldBy(caller).waiting < requestsWaitingPerAddress)
    );
  }

  #countWaiting(caller: string, more: number): void {
    this.#waiting += more;
    this.#hold(caller, "waiting", more);
  }

  #lookAtAll(): void {
    const now = performance.now();
    for (const connection of this.#connections.values())
      if (connection.request === null)
        connection.arrivingSinceMs = isArriving(connection) ? (connection.arrivingSinceMs ?? now) : null;
    const all = [...this.#connections.values(), ...this.#refused.values(), ...this.#released.values()];
    for (const connection of unreadTooLong(all, this.#limits, this.#lookMs)) this.#cut(connection);
  }

  /** Begins the next answer of a connection; without one, the connection is now the last to have become idle. */
  #rest(key: string, connection: OpenConnection): void {
    connection.request = null;
    connection.arrivingSinceMs = null;
    connection.bytesAtRest = connection.socket.bytesRead;
    connection.restedAtMs = performance.now();
    const next = connection.waiting.shift();
    if (next !== undefined) {
      this.#countWaiting(next.caller, -1);
      next.begin();
    } else if (this.#connections.delete(key)) {
      this.#connections.set(key, connection);
    }
  }

  #heldBy(caller: string): Held {
    return this.#held.get(caller) ?? { connections: 0, requests: 0, waiting: 0 };
  }

  #hold(caller: string, what: keyof Held, more: number): void {
    const held = this.#heldBy(caller);
    held[what] += more;
    if (held.connections + held.requests + held.waiting > 0) this.#held.set(caller, held);
    else this.#held.delete(caller);
  }

  #cut({ socket }: OpenConnection): void {
    const key = socketKey(socket);
    this.#remove(key);
    socket.destroy();
  }

  #remove(key: string): void {
    const connection = this.#connections.get(key);
    if (connection === undefined) return;
    for (const { caller } of connection.waiting.splice(0)) this.#countWaiting(caller, -1);
    this.#connections.delete(key);
    this.#hold(connection.caller, "connections", -1);
  }
}

/**
 * Calls back when the system has been asked for what every connection has received until now: the rest of this turn of the
 * event loop and one more.
 */
function afterReading(call: () => void): void {
  setImmediate(() => setImmediate(call));
}
