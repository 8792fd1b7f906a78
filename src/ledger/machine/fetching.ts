import { UnreadCell, type StateView } from "../../vm/machine.js";

/** A value that is available at once, or a promise of one that takes longer. */
export type Eventually<T> = T | Promise<T>;

/**
 * Does work that reads cells. Whenever it meets one that is not fetched yet, fetches it and does the work again
 * (PROTOCOL 16.6).
 *
 * @param work told how often it was done before.
 */
export function fetching<T>(state: StateView, work: (times: number) => Eventually<T>): Eventually<T> {
  let pending: UnreadCell;
  try {
    const done = work(0);
    if (!(done instanceof Promise)) return done;
    return done.catch((error: unknown) => fetchAndRepeat(state, work, { error, times: 1 }));
  } catch (error) {
    if (!(error instanceof UnreadCell)) throw error;
    pending = error;
  }
  return fetchAndRepeat(state, work, { error: pending, times: 1 });
}

async function fetchAndRepeat<T>(
  state: StateView,
  work: (times: number) => Eventually<T>,
  begun: { readonly error: unknown; readonly times: number },
): Promise<T> {
  let { error, times } = begun;
  for (;;) {
    if (!(error instanceof UnreadCell) || state.fetch === undefined) throw error;
    await state.fetch(error.kind, error.paddedKey);
    try {
      return await work(times);
    } catch (next) {
      error = next;
    }
    times += 1;
  }
}
