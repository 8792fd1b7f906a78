import { createClientOver, type Client } from "../../client/create-client.js";
import { ChainError } from "../../codec/chain-error.js";
import type { Clock } from "../../base/clock/clock.js";
import { isPassing } from "./failure-kind.js";

export interface SteadyOptions {
  readonly clock: Clock;
  /** Called for each failure that is followed by another try. */
  readonly onRetry: (host: string, reason: ChainError) => void;
}

/** The pauses before the second and the third try. */
const PAUSES_US: readonly number[] = [100_000, 400_000];
/** After this time the next try starts beside the running one. */
const PATIENCE_US = 3_000_000;
const MAX_TRIES = PAUSES_US.length + 1;

/**
 * Calls to peers with retries: what fails in transport or with HTTP 429 or 5xx is asked again, up to three times in all
 * (PROTOCOL 12.6). So a node that answers one request in a hundred with an error can still be followed. All these calls
 * only read, so a question that arrives twice changes nothing.
 */
export class SteadyCalls {
  readonly #options: SteadyOptions;
  /** Ends the pauses of waiting calls. */
  readonly #waiting = new Set<() => void>();
  #isRunning = false;

  constructor(options: SteadyOptions) {
    this.#options = options;
  }

  start(): void {
    this.#isRunning = true;
  }

  /** From now on tries each call once. A call that waits for another try fails with its last failure. */
  stop(): void {
    this.#isRunning = false;
    for (const end of this.#waiting) end();
  }

  /** The same client with retries. Throws the failure of the last try. */
  client(plain: Client): Client {
    return createClientOver(
      ({ name }, parameters) => this.#persist(plain.url, () => plain.send(name, parameters)),
      plain.url,
    );
  }

  #persist<T>(host: string, attempt: () => Promise<T>): Promise<T> {
    const { clock, onRetry } = this.#options;
    return new Promise((resolve, reject) => {
      let [begun, open] = [0, 0];
      let isSettled = false;
      let cancel = (): void => undefined;
      const settle = (end: () => void): void => {
        if (isSettled) return;
        isSettled = true;
        cancel();
        end();
      };
      const begin = (): void => {
        begun += 1;
        open += 1;
        cancel = begun < MAX_TRIES ? clock.schedule(PATIENCE_US, beginBeside) : () => undefined;
        attempt().then((answer) => settle(() => resolve(answer)), fail);
      };
      const beginBeside = (): void => {
        if (this.#isRunning) begin();
      };
      const pause = (reason: ChainError): void => {
        const giveUp = (): void => settle(() => reject(reason));
        cancel();
        const cancelTimer = clock.schedule(PAUSES_US[begun - 1] ?? 0, () => {
          this.#waiting.delete(giveUp);
          begin();
        });
        this.#waiting.add(giveUp);
        cancel = () => {
          this.#waiting.delete(giveUp);
          cancelTimer();
        };
      };
      const fail = (reason: unknown): void => {
        open -= 1;
        if (isSettled) return;
        // After a `TIMEOUT` the tries beside it have had nearly as much time, so there is no further try.
        const isOver = !(reason instanceof ChainError) || !isPassing(reason) || reason.code === "TIMEOUT";
        if (isOver || !this.#isRunning || (begun >= MAX_TRIES && open === 0))
          return settle(() => reject(reason));
        onRetry(host, reason);
        if (begun < MAX_TRIES) pause(reason);
      };
      begin();
    });
  }
}
