/** The value of a promise, or what `late` returns after `patienceMs`. */
export async function inTime<T>(work: Promise<T>, patienceMs: number, late: () => T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, patienceMs);
  });
  try {
    return await Promise.race([work, tooLate.then(late)]);
  } finally {
    clearTimeout(timer);
  }
}
