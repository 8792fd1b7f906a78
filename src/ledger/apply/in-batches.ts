import { setImmediate } from "node:timers/promises";

/**
 * Groups the items of a stream: as many as have arrived already and belong in one batch. Does not wait for items that are
 * still on their way. Yields the items before a failure first.
 */
export async function* inBatches<T>(
  items: AsyncIterable<T>,
  isFull: (batch: readonly T[]) => boolean,
): AsyncGenerator<readonly T[], void, undefined> {
  const iterator = items[Symbol.asyncIterator]();
  let next = iterator.next();
  try {
    for (let first = await next; first.done !== true; first = await next) {
      const batch = [first.value];
      next = nextOf(iterator);
      while (!isFull(batch)) {
        const item = await hereAlready(next);
        if (item === null) break;
        batch.push(item);
        next = nextOf(iterator);
      }
      yield batch;
    }
  } finally {
    await iterator.return?.();
  }
}

function nextOf<T>(iterator: AsyncIterator<T>): Promise<IteratorResult<T>> {
  const next = iterator.next();
  // Handled in its turn. This prevents an unhandled rejection until then.
  next.catch(() => undefined);
  return next;
}

/** The next item if it has arrived; null if not, or at the end of the stream. */
async function hereAlready<T>(next: Promise<IteratorResult<T>>): Promise<T | null> {
  const item = next.then(
    (result) => (result.done === true ? null : result.value),
    () => null,
  );
  return Promise.race([item, setImmediate(null)]);
}
