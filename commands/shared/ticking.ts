const TICK_MS = 200;

/** Calls `tick` periodically while work runs that does not report its own progress. */
export async function whileTicking<T>(tick: () => void, work: Promise<T>): Promise<T> {
  const timer = setInterval(tick, TICK_MS);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}
