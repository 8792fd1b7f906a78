import { inTime } from "../../base/in-time.js";
import { messageOf } from "../../codec/chain-error.js";
import { Places, type ConnectionPlace, type PlacesOptions } from "./places.js";
import type { CopyMoment } from "./reached.js";

export interface ReadStore {
  snapshot<T>(body: (moment: CopyMoment) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** A moment of a database until it is released. */
export interface Lease extends Pick<ConnectionPlace, "offer"> {
  readonly moment: CopyMoment;
  release(): void;
}

export class OpenServer {
  readonly #store: Promise<ReadStore>;
  readonly #places: Places;
  readonly #patienceMs: number;
  readonly #onChange: (change: 1 | -1) => void;

  /** @param onChange called when a moment is opened or awaited (1), and when it is over (-1). */
  constructor(store: Promise<ReadStore>, places: PlacesOptions, onChange: (change: 1 | -1) => void) {
    this.#store = store;
    this.#places = new Places(places);
    this.#patienceMs = places.patienceMs;
    this.#onChange = onChange;
  }

  async close(): Promise<void> {
    // A server that did not open, or fails while it closes, is closed.
    await this.#store.then((store) => store.close()).catch(() => undefined);
  }

  /** Opens a moment. Throws `READER_BUSY`, or why the server does not answer. */
  async lease(): Promise<Lease> {
    this.#onChange(1);
    let isGiven = false;
    let isOver = false;
    const release = (): void => {
      if (isOver) return;
      isOver = true;
      this.#onChange(-1);
    };
    try {
      const place = await this.#places.take();
      const lease = await inTime(
        new Promise<Lease>((resolve, reject) => {
          const begin = async (): Promise<void> => {
            const store = await this.#store;
            await store.snapshot(
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
        this.#patienceMs,
        () => {
          throw new Error(`no answer in ${this.#patienceMs} ms`);
        },
      );
      isGiven = true;
      return lease;
    } catch (error) {
      release();
      throw error;
    }
  }
}
