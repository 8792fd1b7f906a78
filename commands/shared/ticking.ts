const TICK_MS = 200;

/** Calls `tick` again and again while something takes its time that tells nothing of itself. */
export async function whileTicking<T>(tick: () => void, work: Promise<T>): Promise<T> {
  const timer = setInterval(tick, TICK_MS);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}
