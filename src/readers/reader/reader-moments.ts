import { performance } from "node:perf_hooks";
import type { EventPlace } from "../../records/event-place.js";
import type { ChainEnd } from "../../store/store.js";
import type { Engine } from "../../api/engine.js";
import type { EventQuery } from "../../api/events/event-hub.js";
import * as errors from "../../api/errors.js";
import { Listeners } from "../../base/listeners.js";
import { HEIGHT_WAIT_MS, type Moment, type Moments } from "../../api/moments.js";
import type { Databases } from "./databases.js";
import type { Lease } from "./open-server.js";
import { MOMENT_MS, toPublicError, type FailureListener, type MomentEnd } from "./guarded-moment.js";
import type { OpenView, Views } from "./open-moment.js";

/** The time in which one moment answers new requests. An answer may be older than the database by this time. */
const SHARED_MS = 10;
/** The pause between two looks at the database while a request waits for a height. */
const WAIT_STEP_MS = 20;

/** A read that began before the end of its moment may still be under way, for some statements of five seconds. */
const GRACE_MS = 10_000;

const NO_BLOCK: ChainEnd = { height: 0, blockhash: "" };

/** A moment of the database, which requests that arrive together share. */
export interface SharedMoment extends OpenView {
  readonly end: MomentEnd;
}

export interface MomentUse {
  /** Says that the rest of the answer is read only as fast as the client takes it. */
  waitForClient(): void;
}

interface Users {
  readonly shared: SharedMoment;
  readonly lease: Lease;
  readonly release: () => void;
  readonly staleMs: number;
  count: number;
  /** The number of requests that wait for their clients. */
  waiting: number;
  isRetired: boolean;
}

interface ReaderMomentsOptions {
  readonly databases: Pick<Databases, "lease">;
  readonly views: Pick<Views, "open">;
  readonly engineAt: (shared: SharedMoment, use: MomentUse) => Engine;
  /** Returns the lag of the database in seconds when it is too great; null otherwise. */
  readonly lagSeconds: () => number | null;
  readonly events: Engine["events"];
  /** Called with the seconds that opening a moment took. */
  readonly onOpened?: (seconds: number) => void;
  /** Called with each failure of the database whose reason a client does not learn. */
  readonly onFailure?: FailureListener;
  readonly waitMs?: number;
  /** The longest that one moment is read. Default: `MOMENT_MS`. */
  readonly momentMs?: number;
  /** The time after which an ended moment is taken from requests that still hold it. Default: `GRACE_MS`. */
  readonly graceMs?: number;
}

/**
 * The moments of a reader. Each is one snapshot of the database, with its tip. Requests that arrive within a few
 * milliseconds share a moment, and so its cost.
 */
export class ReaderMoments implements Moments {
  /** Called when the database differs from the previous moment. */
  readonly changes = new Listeners<OpenView>();
  readonly #options: ReaderMomentsOptions;
  #current: Users | null = null;
  #opening: Promise<Users> | null = null;
  #last: OpenView | null = null;

  constructor(options: ReaderMomentsOptions) {
    this.#options = options;
  }

  get tip(): ChainEnd {
    return this.#last?.ledger.tip ?? NO_BLOCK;
  }

  /** The last moment that was opened, null before the first. */
  get last(): OpenView | null {
    return this.#last;
  }

  get lagSeconds(): number | null {
    return this.#options.lagSeconds();
  }

  async open(minHeight: number): Promise<Moment> {
    return this.#momentOf(
      await this.#joinAt(minHeight, ({ shared }) => shared.ledger.tip.height >= minHeight),
    );
  }

  /** A place is reached with its blocks, or where one of them is known as undone. */
  async reach({ main, resource }: EventPlace): Promise<void> {
    let seen = "";
    const users = await this.#joinAt(main.height, async ({ shared, lease }) => {
      const { version, ledger, resourceHeight } = shared;
      if (version === seen) return false;
      seen = version;
      if (ledger.tip.height >= main.height && resourceHeight >= resource.height) return true;
      const undone = [
        lease.moment.undoneBlock("main", main.blockhash),
        lease.moment.undoneBlock("resource", resource.blockhash),
      ];
      return (await Promise.all(undone)).some((block) => block !== null);
    });
    this.#leave(users);
  }

  events(query: EventQuery, signal?: AbortSignal): AsyncIterable<string> {
    return this.#options.events(query, signal);
  }

  /** Looks at the database. Throws as `open` does. */
  async look(): Promise<void> {
    this.#leave(await this.#join());
  }

  #momentOf(users: Users): Moment {
    let isOver = false;
    let isWaiting = false;
    const waitForClient = (): void => {
      if (isOver || isWaiting) return;
      isWaiting = true;
      users.waiting += 1;
      this.#offer(users);
    };
    return {
      engine: this.#options.engineAt(users.shared, { waitForClient }),
      tip: users.shared.ledger.tip,
      close: () => {
        if (isOver) return;
        isOver = true;
        if (isWaiting) users.waiting -= 1;
        this.#leave(users);
      },
    };
  }

  /** Joins a moment that fulfils a condition. Throws `HEIGHT_AWAITED` when none has after a while. */
  async #joinAt(height: number, isReached: (users: Users) => boolean | Promise<boolean>): Promise<Users> {
    const endMs = performance.now() + (this.#options.waitMs ?? HEIGHT_WAIT_MS);
    for (;;) {
      const users = await this.#join();
      let isJoined = false;
      try {
        isJoined = await isReached(users);
        if (isJoined) return users;
      } catch (error) {
        throw this.#publicError(error);
      } finally {
        if (!isJoined) this.#leave(users);
      }
      const { tip } = users.shared.ledger;
      if (performance.now() >= endMs) throw errors.heightAwaited({ height, tip: tip.height });
      await new Promise((resolve) => {
        setTimeout(resolve, WAIT_STEP_MS);
      });
    }
  }

  /** Joins the open moment, or the one that is being opened, or opens one. */
  async #join(): Promise<Users> {
    const current = this.#current;
    if (current !== null && performance.now() < current.staleMs) {
      current.count += 1;
      return current;
    }
    this.#opening ??= this.#open().finally(() => {
      this.#opening = null;
    });
    const opened = await this.#opening;
    opened.count += 1;
    return opened;
  }

  async #open(): Promise<Users> {
    this.#retire();
    const begin = performance.now();
    const { databases, momentMs = MOMENT_MS, graceMs = GRACE_MS } = this.#options;
    const lease = await databases.lease();
    const end = { ms: begin + momentMs };
    // A client that does not read its answer must not keep a moment of the database from others.
    const takeBack = setTimeout(() => lease.release(), momentMs + graceMs).unref();
    const release = (): void => {
      clearTimeout(takeBack);
      lease.release();
    };
    try {
      const view = await this.#options.views.open(lease, end);
      const staleMs = performance.now() + SHARED_MS;
      const shared = { ...view, end };
      const users: Users = { shared, lease, release, staleMs, count: 0, waiting: 0, isRetired: false };
      this.#current = users;
      // Without a further request, the moment is retired at its end.
      setTimeout(() => {
        if (this.#current === users) this.#retire();
      }, SHARED_MS);
      this.#options.onOpened?.((performance.now() - begin) / 1000);
      const isNew = this.#last?.version !== view.version;
      this.#last = view;
      if (isNew) this.changes.tell(view);
      return users;
    } catch (error) {
      release();
      throw this.#publicError(error);
    }
  }

  #publicError(error: unknown): unknown {
    return toPublicError(error, (failure) => this.#options.onFailure?.(failure));
  }

  #leave(users: Users): void {
    users.count -= 1;
    if (users.isRetired && users.count === 0) users.release();
    else this.#offer(users);
  }

  /** Offers the connection of a retired moment when all its requests wait for slow clients. */
  #offer({ isRetired, count, waiting, lease, release, shared }: Users): void {
    if (!isRetired || count > waiting) return;
    lease.offer(() => {
      shared.end.ms = Number.NEGATIVE_INFINITY;
      release();
    });
  }

  #retire(): void {
    const users = this.#current;
    this.#current = null;
    if (users === null) return;
    users.isRetired = true;
    if (users.count === 0) users.release();
    else this.#offer(users);
  }
}
