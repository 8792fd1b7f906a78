import { ChainError, messageOf } from "../../codec/chain-error.js";
import type { Log } from "../log.js";
import * as errors from "../errors.js";
import type { Store, StoreMoment } from "../../store/store.js";
import { Places, type ConnectionPlace, type PlacesOptions } from "./places.js";

/** A server that holds a copy of the chain. */
export interface Database {
  /** Host, port and database, for the log. Contains no secret. */
  readonly name: string;
  /** @param network the required identity of the chain's network; null allows any. */
  open(network: string | null): Promise<ReadStore>;
}

/** The part of a store that a reader needs. */
export type ReadStore = Pick<Store, "snapshot" | "close">;

/** A moment of a database until it is released. */
export interface Lease extends Pick<ConnectionPlace, "offer"> {
  readonly moment: StoreMoment;
  release(): void;
}

interface OpenServer {
  readonly store: Promise<ReadStore>;
  readonly places: Places;
}

interface Server {
  readonly database: Database;
  opened: OpenServer | null;
  isUp: boolean;
}

export interface DatabasesOptions {
  readonly databases: readonly Database[];
  readonly log: Log;
  /**
   * The time that a request waits for a connection. Also the time in which a moment must open on it; a slower server counts
   * as dead. Default: 2000 ms.
   */
  readonly patienceMs?: number;
  /** The pause between two tries of a dead server. Default: 1000 ms. */
  readonly retryMs?: number;
  /** The most moments that are open on one server. Default: 8. */
  readonly connections?: number;
  /** The time that slow clients keep a moment while another request waits. Default: 1000 ms. */
  readonly offeredMs?: number;
}

/**
 * Several servers with the same chain, the preferred one first. When a server does not answer, the next one is used; the
 * silent server is tried in the background, and used again as soon as it answers.
 */
export class Databases {
  readonly #servers: readonly Server[];
  readonly #log: Log;
  readonly #patienceMs: number;
  readonly #places: PlacesOptions;
  readonly #retryMs: number;
  readonly #timers = new Set<NodeJS.Timeout>();
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
  }: DatabasesOptions) {
    this.#servers = databases.map((database) => ({ database, opened: null, isUp: true }));
    this.#log = log;
    this.#patienceMs = patienceMs;
    this.#retryMs = retryMs;
    this.#places = { count: connections, patienceMs, offeredMs };
  }

  /** For each server, in order, whether it answers. */
  get states(): readonly boolean[] {
    return this.#servers.map(({ isUp }) => isUp);
  }

  /** The number of moments that are open or awaited. */
  get open(): number {
    return this.#open;
  }

  /** Opens a moment on the first server that answers. Throws `READER_BUSY` or `READER_DATABASE`. */
  async lease(): Promise<Lease> {
    let cause: unknown;
    for (const server of this.#servers) {
      if (!server.isUp || this.#isClosed) continue;
      const opened = this.#opened(server);
      try {
        return await this.#leaseOn(opened);
      } catch (error) {
        if (isCrowded(error)) throw errors.readerBusy(undefined, { cause: error });
        cause = error;
        // Another request may already have left it, and opened it again.
        if (server.opened === opened) this.#leave(server, error);
      }
    }
    throw errors.readerDatabase(undefined, { cause });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const timer of this.#timers) clearTimeout(timer);
    await Promise.all(
      this.#servers.map(async ({ opened }) =>
        (await opened?.store.catch(() => null))?.close().catch(() => undefined),
      ),
    );
  }

  #opened(server: Server): OpenServer {
    server.opened ??= {
      store: server.database.open(this.network),
      places: new Places(this.#places),
    };
    return server.opened;
  }

  async #leaseOn({ store, places }: OpenServer): Promise<Lease> {
    this.#open += 1;
    let isGiven = false;
    let isOver = false;
    const release = (): void => {
      if (isOver) return;
      isOver = true;
      this.#open -= 1;
    };
    try {
      const place = await places.take();
      const lease = await this.#withPatience(
        new Promise<Lease>((resolve, reject) => {
          const begin = async (): Promise<void> => {
            await (
              await store
            ).snapshot(
              (moment) =>
                new Promise<void>((end) => {
                  const free = (): void => {
                    release();
                    end();
                  };
                  if (isOver) end();
                  else resolve({ moment, release: free, offer: place.offer });
                }),
            );
          };
          begin()
            .catch((error: unknown) => {
              // Once the lease is given, the moment's own reads report the failure.
              if (!isGiven) reject(error instanceof Error ? error : new Error(messageOf(error)));
            })
            .finally(() => place.free());
        }),
      );
      isGiven = true;
      return lease;
    } catch (error) {
      release();
      throw error;
    }
  }

  async #withPatience<T>(work: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const silence = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no answer in ${this.#patienceMs} ms`)), this.#patienceMs);
    });
    try {
      return await Promise.race([work, silence]);
    } finally {
      clearTimeout(timer);
    }
  }

  #leave(server: Server, error: unknown): void {
    if (!server.isUp) return;
    server.isUp = false;
    this.#forget(server);
    const fields = { database: server.database.name, reason: messageOf(error) };
    this.#log({ level: "error", module: "reader", message: "a database does not answer", fields });
    this.#tryLater(server);
  }

  /** Closes the server's store. The next moment opens it again. */
  #forget(server: Server): void {
    const { opened } = server;
    server.opened = null;
    void opened?.store.then((store) => store.close()).catch(() => undefined);
  }

  #tryLater(server: Server): void {
    if (this.#isClosed) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#leaseOn(this.#opened(server)).then(
        (lease) => {
          lease.release();
          server.isUp = true;
          const fields = { database: server.database.name };
          this.#log({ level: "info", module: "reader", message: "a database answers again", fields });
        },
        () => {
          this.#forget(server);
          this.#tryLater(server);
        },
      );
    }, this.#retryMs);
    timer.unref();
    this.#timers.add(timer);
  }
}

/** Whether a server answers and has no free connection. Another server is not tried: it would be crowded too. */
function isCrowded(error: unknown): boolean {
  return error instanceof ChainError && error.kind === "busy";
}
