/**
 * The value of a promise, or `late` when it takes longer than `patienceMs`: the user does not wait for a node that
 * hangs.
 */
export async function inTime<T>(work: Promise<T>, patienceMs: number, late: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(late), patienceMs);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
