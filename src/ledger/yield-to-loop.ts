import { setImmediate } from "node:timers/promises";

/** How long work goes on before timers and sockets get their turn. */
const SLICE_MS = 4;

/** The turns of one piece of work: after a few milliseconds it is time to let others have theirs. */
export class Turn {
  #endMs = performance.now() + SLICE_MS;

  get isOver(): boolean {
    return performance.now() >= this.#endMs;
  }

  /** Lets the event loop turn, and begins the next turn. */
  async next(): Promise<void> {
    await setImmediate();
    this.#endMs = performance.now() + SLICE_MS;
  }
}

/**
 * Runs a step for each item and lets the event loop turn every few milliseconds: a full block never keeps a request
 * waiting. Time decides only when to pause, never what the steps do.
 */
export function forEachSliced<T>(items: Iterable<T>, step: (item: T) => void): Promise<void> {
  return finishSliced(stepThrough(items, step));
}

/** Takes work that can pause after each step to its end, and lets the event loop turn in the same way. */
export async function finishSliced<T>(
  work: Generator<undefined, T, undefined>,
  turn: Turn = new Turn(),
): Promise<T> {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    if (turn.isOver) await turn.next();
  }
}

function* stepThrough<T>(items: Iterable<T>, step: (item: T) => void): Generator<undefined, void, undefined> {
  for (const item of items) {
    step(item);
    yield;
  }
}
