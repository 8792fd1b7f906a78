import { Turn } from "../../ledger/yield-to-loop.js";

/** How work that may take long is watched and ended. */
export interface Watched {
  /** Ends the work at its next step: its reason is thrown, and what was done stays done. */
  readonly signal?: AbortSignal | undefined;
  /** Hears how far the work is. */
  readonly onStep?: (done: number) => void;
}

/**
 * The steps of work that may take long. Between them the event loop turns every few milliseconds, so that whoever waits
 * can end it.
 */
export class LongWork {
  readonly signal: AbortSignal | undefined;
  readonly #onStep: (done: number) => void;
  readonly #turn = new Turn();

  constructor({ signal, onStep = () => undefined }: Watched = {}) {
    this.signal = signal;
    this.#onStep = onStep;
  }

  /** Begins the step after so many. Throws the signal's reason. */
  async step(done: number): Promise<void> {
    this.#onStep(done);
    if (this.#turn.isOver) await this.#turn.next();
    this.signal?.throwIfAborted();
  }
}
