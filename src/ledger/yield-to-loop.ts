import { setImmediate } from "node:timers/promises";

/** How long work goes on before timers and sockets get their turn. */
const SLICE_MS = 4;

/**
 * Runs a step for each item and lets the event loop turn every few milliseconds: a full block never keeps a request
 * waiting. Time decides only when to pause, never what the steps do.
 */
export function forEachSliced<T>(items: Iterable<T>, step: (item: T) => void): Promise<void> {
  return finishSliced(stepThrough(items, step));
}

/** Takes work that can pause after each step to its end, and lets the event loop turn in the same way. */
export async function finishSliced<T>(work: Generator<undefined, T, undefined>): Promise<T> {
  let sliceEnd = performance.now() + SLICE_MS;
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    if (performance.now() < sliceEnd) continue;
    await setImmediate();
    sliceEnd = performance.now() + SLICE_MS;
  }
}

function* stepThrough<T>(items: Iterable<T>, step: (item: T) => void): Generator<undefined, void, undefined> {
  for (const item of items) {
    step(item);
    yield;
  }
}
