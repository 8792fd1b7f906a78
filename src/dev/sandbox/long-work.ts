import { TimeSlice } from "../../base/yield-to-loop.js";

export interface LongWorkOptions {
  /** Ends the work before its next step with the signal's reason. Completed steps are kept. */
  readonly signal?: AbortSignal | undefined;
  readonly onStep?: (done: number) => void;
}

/** Counts the steps of long work. Between them it yields to the event loop, so that the caller can end it. */
export class LongWork {
  readonly signal: AbortSignal | undefined;
  readonly #onStep: (done: number) => void;
  readonly #slice = new TimeSlice();

  constructor({ signal, onStep = () => undefined }: LongWorkOptions = {}) {
    this.signal = signal;
    this.#onStep = onStep;
  }

  /** Begins the step after `done` completed ones. Throws the signal's reason. */
  async step(done: number): Promise<void> {
    this.#onStep(done);
    if (this.#slice.isOver) await this.#slice.next();
    this.signal?.throwIfAborted();
  }
}
