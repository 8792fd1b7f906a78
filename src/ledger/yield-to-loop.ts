import { setImmediate } from "node:timers/promises";

/** How long work goes on before timers and sockets get their turn. */
const SLICE_MS = 4;

/**
 * Runs a step for each item and lets the event loop turn every few milliseconds: a full block never keeps a request
 * waiting. Time decides only when to pause, never what the steps do.
 */
export async function forEachSliced<T>(items: Iterable<T>, step: (item: T) => void): Promise<void> {
  let sliceEnd = performance.now() + SLICE_MS;
  for (const item of items) {
    step(item);
    if (performance.now() < sliceEnd) continue;
    await setImmediate();
    sliceEnd = performance.now() + SLICE_MS;
  }
}
