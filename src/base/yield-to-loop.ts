import { setImmediate } from "node:timers/promises";
import type { Steps } from "../codec/steps.js";

/** How long work runs before timers and sockets get a turn. */
const SLICE_MS = 4;

/** The time slices of one piece of work: after a few milliseconds it yields. */
export class TimeSlice {
  #endMs = performance.now() + SLICE_MS;

  get isOver(): boolean {
    return performance.now() >= this.#endMs;
  }

  /** Lets the event loop turn, and begins the next slice. */
  async next(): Promise<void> {
    await setImmediate();
    this.#endMs = performance.now() + SLICE_MS;
  }
}

/**
 * Runs a step for each item and lets the event loop turn every few milliseconds, so that a full block never holds up a
 * request. A step that takes longer may return a promise, which is awaited. Time decides only when to pause, never what
 * the steps do.
 */
export async function forEachSliced<T>(
  items: Iterable<T>,
  step: (item: T) => Promise<void> | void,
): Promise<void> {
  const slice = new TimeSlice();
  for (const item of items) {
    const end = step(item);
    if (end instanceof Promise) await end;
    if (slice.isOver) await slice.next();
  }
}

/**
 * Runs work that can pause after each step to its end, and yields in the same way. Many small works that share the
 * slices count as one.
 */
export async function finishSliced<T>(work: Steps<T>, slice: TimeSlice = new TimeSlice()): Promise<T> {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    if (slice.isOver) await slice.next();
  }
}
