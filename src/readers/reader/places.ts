import { performance } from "node:perf_hooks";
import * as errors from "../errors.js";

/** A connection of a database, until it is freed. */
export interface ConnectionPlace {
  free(): void;
  /** Says that only slow clients still use the connection. When a request waits, `onTaken` is called and must free it. */
  readonly offer: (onTaken: () => void) => void;
}

export interface PlacesOptions {
  readonly count: number;
  /** The time that a request waits for a connection. */
  readonly patienceMs: number;
  /** The time after which an offered connection is taken back for a waiting request. */
  readonly offeredMs: number;
}

interface Offer {
  readonly sinceMs: number;
  readonly onTaken: () => void;
}

/** The connections of one database. Without a free connection, a request waits its turn. */
export class Places {
  readonly #options: PlacesOptions;
  readonly #waiting = new Set<() => void>();
  /** The oldest first. */
  readonly #offers = new Map<ConnectionPlace, Offer>();
  readonly #returning = new Set<ConnectionPlace>();
  #free: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: PlacesOptions) {
    this.#options = options;
    this.#free = options.count;
  }

  /** Takes a connection. Throws `READER_BUSY` when none becomes free in time. */
  async take(): Promise<ConnectionPlace> {
    if (this.#free === 0) await this.#turn();
    else this.#free -= 1;
    let isOver = false;
    const place: ConnectionPlace = {
      free: () => {
        if (isOver) return;
        isOver = true;
        this.#offers.delete(place);
        this.#returning.delete(place);
        const [next] = this.#waiting;
        if (next === undefined) this.#free += 1;
        else next();
      },
      offer: (onTaken) => {
        if (isOver || this.#offers.has(place)) return;
        this.#offers.set(place, { sinceMs: performance.now(), onTaken });
        this.#takeBack();
      },
    };
    return place;
  }

  #turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = (done: () => void): void => {
        clearTimeout(timer);
        this.#waiting.delete(next);
        done();
      };
      const next = (): void => end(resolve);
      const timer = setTimeout(() => end(() => reject(errors.readerBusy())), this.#options.patienceMs);
      this.#waiting.add(next);
      this.#takeBack();
    });
  }

  /** Takes connections back for waiting requests once they have been offered for `offeredMs`. */
  #takeBack(): void {
    clearTimeout(this.#timer);
    for (const [place, { sinceMs, onTaken }] of this.#offers) {
      if (this.#waiting.size <= this.#returning.size) return;
      const restMs = sinceMs + this.#options.offeredMs - performance.now();
      if (restMs > 0) {
        this.#timer = setTimeout(() => this.#takeBack(), Math.ceil(restMs)).unref();
        return;
      }
      this.#offers.delete(place);
      this.#returning.add(place);
      onTaken();
    }
  }
}
