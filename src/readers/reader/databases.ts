import { ChainError, messageOf } from "../../codec/chain-error.js";
import type { Log } from "../../base/log.js";
import * as errors from "../errors.js";
import { OpenServer, type Lease, type ReadStore } from "./open-server.js";
import type { PlacesOptions } from "./places.js";
import { isAtLeast, isOlder, type Reached } from "./reached.js";

/** A server that holds a copy of the chain. */
export interface Database {
  /** Host, port and database, for the log. Contains no secret. */
  readonly name: string;
  /** @param network the required identity of the chain's network; null allows any. */
  open(network: string | null): Promise<ReadStore>;
}

interface Server {
  readonly database: Database;
  opened: OpenServer | null;
  /** Why it does not answer; null while it does. */
  failure: string | null;
  /** What it had at the last look; null before it. */
  reached: Reached | null;
}

export interface DatabasesOptions {
  readonly databases: readonly Database[];
  readonly log: Log;
  /**
   * The time that a request waits for a connection. Also the time in which a moment must open on it; a slower server counts
   * as dead. Default: 2000 ms.
   */
  readonly patienceMs?: number;
  /** The pause between two looks at a server that is not used. Default: 1000 ms. */
  readonly retryMs?: number;
  /** The most moments that are open on one server. Default: 8. */
  readonly connections?: number;
  /** The time that slow clients keep a moment while another request waits. Default: 1000 ms. */
  readonly offeredMs?: number;
  /** Whether a copy of this height has lacked a block of the node for too long. */
  readonly isLate?: (height: number) => boolean;
}

/**
 * Several servers with the same chain, the preferred one first. Of those with the highest term, the first one that is not
 * late is used. The others are looked at in the background: when a better one is as new as what was served, it is used from then
 * on. When the used one does not answer, the next one answers, if it is not older than what was served.
 */
export class Databases {
  readonly #servers: readonly Server[];
  readonly #log: Log;
  readonly #places: PlacesOptions;
  readonly #retryMs: number;
  readonly #isLate: (height: number) => boolean;
  #current: Server | undefined;
  /** The newest state that a lease has shown. */
  #served: Reached | null = null;
  #timer: NodeJS.Timeout | undefined;
  /** The identity of the network; null until it is known. Servers of other networks are not used. */
  network: string | null = null;
  #open = 0;
  #isClosed = false;

  constructor({
    databases,
    log,
    patienceMs = 2000,
    retryMs = 1000,
    connections = 8,
    offeredMs = 1000,
    isLate = () => false,
  }: DatabasesOptions) {
    this.#servers = databases.map((database) => ({ database, opened: null, failure: null, reached: null }));
    this.#current = this.#servers[0];
    this.#isLate = isLate;
    this.#log = log;
    this.#retryMs = retryMs;
    this.#places = { count: connections, patienceMs, offeredMs };
    this.#arm();
  }

  /** For each server, in order, whether it answers. */
  get states(): readonly boolean[] {
    return this.#servers.map(({ failure }) => failure === null);
  }

  /** The place of the server that is used, in order. */
  get used(): number {
    return this.#servers.findIndex((server) => server === this.#current);
  }

  /** The number of moments that are open or awaited. */
  get open(): number {
    return this.#open;
  }

  /**
   * Opens a moment on the server that is used, or else on the next one. It is never older than one that was opened before
   * this call. Throws `READER_BUSY`, `READER_DATABASE` or `READER_OLDER`.
   */
  async lease(): Promise<Lease> {
    let cause: unknown;
    let isAnyOlder = false;
    const before = this.#served;
    const ranked = this.#servers.toSorted((left, right) => this.#rank(left, right));
    for (const server of new Set([...(this.#current === undefined ? [] : [this.#current]), ...ranked])) {
      if (server.failure !== null || this.#isClosed) continue;
      const opened = this.#opened(server);
      try {
        const lease = await opened.lease();
        if (await this.#take(server, lease, before)) return lease;
        isAnyOlder = true;
      } catch (error) {
        if (isCrowded(error)) throw errors.readerBusy(undefined, { cause: error });
        cause = error;
        // Another request may already have left it, and opened it again.
        if (server.opened === opened) this.#leave(server, error);
      }
    }
    throw isAnyOlder ? errors.readerOlder() : errors.readerDatabase(undefined, { cause });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await Promise.all(this.#servers.map(async ({ opened }) => opened?.close()));
  }

  /** Uses the server of a lease from now on; or releases the lease, if it is older than what was served before. */
  async #take(server: Server, lease: Lease, before: Reached | null): Promise<boolean> {
    const { tip } = lease.moment;
    try {
      if (before !== null && (await isOlder(lease.moment, before))) {
        server.reached = tip ?? null;
        lease.release();
        return false;
      }
    } catch (error) {
      lease.release();
      throw error;
    }
    this.#current = server;
    if (tip === undefined) return true;
    server.reached = tip;
    const isUndone = before !== null && !isAtLeast(tip, before);
    if (this.#served === null || isUndone || isAtLeast(tip, this.#served)) this.#served = tip;
    return true;
  }

  /** Sorts the server that should be used first. */
  #rank(left: Server, right: Server): number {
    const rankOf = ({ failure, reached }: Server): readonly [number, number, number, number] => {
      const height = reached?.main.height ?? 0;
      const isLate = this.#isLate(height);
      return [Number(failure === null), reached?.term ?? 0, Number(!isLate), isLate ? height : 0];
    };
    const [own, other] = [rankOf(left), rankOf(right)];
    const at = own.findIndex((value, place) => value !== other[place]);
    return (other[at] ?? 0) - (own[at] ?? 0);
  }

  #opened(server: Server): OpenServer {
    server.opened ??= new OpenServer(server.database.open(this.network), this.#places, (change) => {
      this.#open += change;
    });
    return server.opened;
  }

  /** Notes that a server does not answer, and says so when the reason is new. */
  #leave(server: Server, error: unknown): void {
    const reason = messageOf(error);
    this.#forget(server);
    if (server.failure === reason) return;
    server.failure = reason;
    const fields = { database: server.database.name, reason };
    this.#log({ level: "error", module: "reader", message: "a database does not answer", fields });
  }

  /** Closes the server's store. The next moment opens it again. */
  #forget(server: Server): void {
    const { opened } = server;
    server.opened = null;
    void opened?.close();
  }

  #arm(): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => {
      const others = this.#servers.filter((server) => server !== this.#current || server.failure !== null);
      void Promise.all(others.map((server) => this.#look(server))).then(() => this.#arm());
    }, this.#retryMs).unref();
  }

  /** Looks at a server that is not used, and uses it if it is better and as new as what was served. */
  async #look(server: Server): Promise<void> {
    const before = this.#served;
    const opened = this.#opened(server);
    try {
      const lease = await opened.lease();
      server.reached = lease.moment.tip ?? null;
      const fields = { database: server.database.name };
      if (server.failure !== null)
        this.#log({ level: "info", module: "reader", message: "a database answers again", fields });
      server.failure = null;
      if (this.#current !== undefined && this.#isBetter(server, this.#current)) {
        if (await this.#take(server, lease, before))
          this.#log({ level: "info", module: "reader", message: "a better database is used", fields });
      }
      lease.release();
    } catch (error) {
      // A connection that is free later says no less.
      if (isCrowded(error)) return;
      if (server.opened === opened) this.#leave(server, error);
    }
  }

  #isBetter(server: Server, current: Server): boolean {
    const rank = this.#rank(server, current);
    return rank < 0 || (rank === 0 && this.#servers.indexOf(server) < this.#servers.indexOf(current));
  }
}

/** Whether a server answers and has no free connection. Another server is not tried: it would be crowded too. */
function isCrowded(error: unknown): boolean {
  return error instanceof ChainError && error.kind === "busy";
}
