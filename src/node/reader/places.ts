import { performance } from "node:perf_hooks";
import * as errors from "../errors.js";

/** One of the connections of a database, until it is given back. */
export interface ConnectionPlace {
  free(): void;
  /** Tells that only clients that take their answers slowly still need it: when others wait, `onTaken` is called and must free it. */
  readonly offer: (onTaken: () => void) => void;
}

export interface PlacesOptions {
  readonly count: number;
  /** How long a request waits for a place. */
  readonly patienceMs: number;
  /** How long an offered place stays while others wait. */
  readonly offeredMs: number;
}

interface Offer {
  readonly sinceMs: number;
  readonly onTaken: () => void;
}

/** The connections of one database. A request that finds none free waits its turn. */
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

  /** Throws `READER_BUSY` when none becomes free in time. */
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

  /** Takes places back for those that wait, as soon as they have been offered for long enough. */
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
