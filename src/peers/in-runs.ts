import { setImmediate } from "node:timers/promises";

/**
 * Items of a stream, as many together as are here already and belong in one run: nothing waits for what is still on its
 * way. What comes before a failure is given first.
 */
export async function* inRuns<T>(
  items: AsyncIterable<T>,
  isFull: (run: readonly T[]) => boolean,
): AsyncGenerator<readonly T[], void, undefined> {
  const iterator = items[Symbol.asyncIterator]();
  let next = iterator.next();
  try {
    for (let first = await next; first.done !== true; first = await next) {
      const run = [first.value];
      next = nextOf(iterator);
      while (!isFull(run)) {
        const item = await hereAlready(next);
        if (item === null) break;
        run.push(item);
        next = nextOf(iterator);
      }
      yield run;
    }
  } finally {
    await iterator.return?.();
  }
}

function nextOf<T>(iterator: AsyncIterator<T>): Promise<IteratorResult<T>> {
  const next = iterator.next();
  // A failure is met in its turn; until then it is not unheard.
  next.catch(() => undefined);
  return next;
}

/** Null when it is not, or when there is none. */
async function hereAlready<T>(next: Promise<IteratorResult<T>>): Promise<T | null> {
  const item = next.then(
    (result) => (result.done === true ? null : result.value),
    () => null,
  );
  return Promise.race([item, setImmediate(null)]);
}
